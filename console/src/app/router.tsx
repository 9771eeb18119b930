import { type ReactNode, Suspense } from "react";
import { createBrowserRouter, type RouteObject, useSearchParams } from "react-router";
import { useSession } from "../api/session";
import type { Session } from "../api/types";
import { useReader } from "../components/rights/useReader";
import { Waiting } from "../components/states/Waiting";
import { placeIn } from "../features/auditLog/place";
import { hasPage, mayAdminister, mayGrant } from "../permissions";
import { Doorway } from "./Doorway";
import { Gate } from "./Gate";
import { lazyScreen } from "./lazyScreen";
import { Broken, Forbidden, NotFound } from "./Missing";

const Authorize = lazyScreen(() => import("./AuthorizePage"));
const Overview = lazyScreen(() => import("../features/operations/OverviewPage"));
const Brokers = lazyScreen(() => import("../features/operations/BrokersPage"));
const Drift = lazyScreen(() => import("../features/drift/DriftPage"));
const Resources = lazyScreen(() => import("../features/resources/ResourcesPage"));
const NothingChosen = lazyScreen(() => import("../features/resources/NothingChosen"));
const Resource = lazyScreen(() => import("../features/resources/ResourcePage"));
const ResourceGrants = lazyScreen(() => import("../features/access/ResourceGrants"));
const ClusterImport = lazyScreen(() => import("../features/clusterImport/ImportPage"));
const Users = lazyScreen(() => import("../features/identity/UsersPage"));
const User = lazyScreen(() => import("../features/identity/UserPage"));
const UserFacts = lazyScreen(() => import("../features/identity/UserFacts"));
const UserConnections = lazyScreen(() => import("../features/identity/UserConnections"));
const SubAccounts = lazyScreen(() => import("../features/identity/SubAccounts"));
const Networks = lazyScreen(() => import("../features/identity/NetworksPage"));
const Groups = lazyScreen(() => import("../features/identity/GroupsPage"));
const OwnPassword = lazyScreen(() => import("../features/identity/PasswordPage"));
const CompanyReturn = lazyScreen(() => import("../features/identity/CompanyReturn"));
const Providers = lazyScreen(() => import("../features/identity/ProvidersPage"));
const LinkedPassword = lazyScreen(() => import("../features/identity/LinkedPasswordPage"));
const ForgottenPassword = lazyScreen(() => import("../features/identity/ForgottenPasswordPage"));
const ConfirmAddress = lazyScreen(() => import("../features/identity/ConfirmAddressPage"));
const Security = lazyScreen(() => import("../features/identity/SecurityPage"));
const UserGrants = lazyScreen(() => import("../features/access/UserGrants"));
const EffectiveRights = lazyScreen(() => import("../features/access/EffectiveRights"));
const UserGiven = lazyScreen(() => import("../features/access/UserGiven"));
const Grants = lazyScreen(() => import("../features/access/GrantsPage"));
const Roles = lazyScreen(() => import("../features/access/RolesPage"));
const Role = lazyScreen(() => import("../features/access/RolePage"));
const Why = lazyScreen(() => import("../features/access/WhyPage"));
const UserCredentials = lazyScreen(() => import("../features/tokens/UserCredentials"));
const OwnCredentials = lazyScreen(() => import("../features/tokens/OwnCredentials"));
const SigningKeys = lazyScreen(() => import("../features/tokens/SigningKeysPage"));
const Mail = lazyScreen(() => import("../features/messages/MailPage"));
const WebHooks = lazyScreen(() => import("../features/messages/WebHooksPage"));
const Applications = lazyScreen(() => import("../features/tokens/ApplicationsPage"));
const SignOut = lazyScreen(() => import("../features/tokens/SignOutPage"));
const Device = lazyScreen(() => import("../features/tokens/DevicePage"));
const Register = lazyScreen(() => import("../features/requests/RegisterPage"));
const RegistrationStatus = lazyScreen(() => import("../features/requests/StatusPage"));
const Registrations = lazyScreen(() => import("../features/requests/RegistrationsPage"));
const Requests = lazyScreen(() => import("../features/requests/RequestsPage"));
const NewRequest = lazyScreen(() => import("../features/requests/NewRequestPage"));
const Notices = lazyScreen(() => import("../features/requests/NoticesPage"));
const Findings = lazyScreen(() => import("../features/findings/FindingsPage"));
const Suggestions = lazyScreen(() => import("../features/findings/SuggestionsPage"));
const Suggestion = lazyScreen(() => import("../features/findings/SuggestionPage"));
const GrantUsage = lazyScreen(() => import("../features/findings/GrantUsagePage"));
const Remediations = lazyScreen(() => import("../features/findings/RemediationsPage"));
const Remediation = lazyScreen(() => import("../features/findings/RemediationPage"));
const Trail = lazyScreen(() => import("../features/auditLog/TrailPage"));

/** Shows a screen only to those who may use it. The server refuses the others anyway. */
function Only({ may, children }: { may: (session: Session) => boolean; children: ReactNode }) {
  return may(useSession()) ? children : <Forbidden />;
}

/** Screens for people without an account: outside the gate. */
const outside = (screen: ReactNode) => (
  <Doorway>
    <Suspense fallback={<Waiting />}>{screen}</Suspense>
  </Doorway>
);
const administrator = (screen: ReactNode) => <Only may={mayAdminister}>{screen}</Only>;

/** A page for those whose menu leads to it. */
function Listed({ path, children }: { path: string; children: ReactNode }) {
  const reader = useReader();
  if (reader === undefined) return <Waiting />;
  return hasPage(reader, path) ? children : <Forbidden />;
}
const listed = (path: string, screen: ReactNode) => <Listed path={path}>{screen}</Listed>;

/** The center itself answers who may read about a place that the address names. */
function TrailOfPlace() {
  const [params] = useSearchParams();
  const place = placeIn(params.get("res_type"), params.get("res_id"));
  return place ? <Trail /> : listed("/trail", <Trail />);
}
const userManager = (screen: ReactNode) => <Only may={mayGrant}>{screen}</Only>;

/** Inside the frame. */
function screens(): RouteObject[] {
  return [
    { path: "/", element: <Overview /> },
    {
      path: "/resources",
      element: <Resources />,
      children: [
        { index: true, element: <NothingChosen /> },
        { path: ":type/:id", element: <Resource />, children: [{ index: true, element: <ResourceGrants /> }] },
      ],
    },
    { path: "/clusters/:id/import", element: administrator(<ClusterImport />) },
    { path: "/users", element: userManager(<Users />) },
    {
      path: "/users/:id",
      element: userManager(<User />),
      children: [
        { index: true, element: <UserFacts /> },
        { path: "rights", element: <UserGrants /> },
        { path: "effective", element: <EffectiveRights /> },
        { path: "given", element: <UserGiven /> },
        { path: "credentials", element: <UserCredentials /> },
        { path: "connections", element: <UserConnections /> },
        { path: "sub-accounts", element: <SubAccounts /> },
      ],
    },
    { path: "/grants", element: <Grants /> },
    { path: "/grants/:id", element: <GrantUsage /> },
    { path: "/groups", element: administrator(<Groups />) },
    { path: "/networks", element: <Networks /> },
    { path: "/roles", element: administrator(<Roles />) },
    { path: "/roles/:id", element: administrator(<Role />) },
    { path: "/why", element: <Why /> },
    { path: "/requests", element: <Requests /> },
    { path: "/requests/new", element: <NewRequest /> },
    { path: "/notices", element: <Notices /> },
    { path: "/registrations", element: administrator(<Registrations />) },
    { path: "/credentials", element: <OwnCredentials /> },
    { path: "/signing-keys", element: administrator(<SigningKeys />) },
    { path: "/company-sign-in", element: administrator(<Providers />) },
    { path: "/confirm-address", element: <ConfirmAddress /> },
    { path: "/mail", element: administrator(<Mail />) },
    { path: "/web-hooks", element: administrator(<WebHooks />) },
    { path: "/applications", element: administrator(<Applications />) },
    { path: "/device", element: <Device /> },
    { path: "/password", element: <OwnPassword /> },
    { path: "/security", element: <Security /> },
    { path: "/drift", element: <Drift /> },
    { path: "/brokers", element: listed("/brokers", <Brokers />) },
    { path: "/findings", element: <Findings /> },
    { path: "/suggestions", element: <Suggestions /> },
    { path: "/suggestions/:id", element: <Suggestion /> },
    { path: "/remediations", element: listed("/remediations", <Remediations />) },
    { path: "/remediations/:id", element: <Remediation /> },
    { path: "/trail", element: <TrailOfPlace /> },
    { path: "*", element: <NotFound /> },
  ];
}

/** The only place that knows every feature; features meet here and nowhere else. */
export const router = createBrowserRouter([
  { path: "/register", element: outside(<Register />), errorElement: <Broken /> },
  {
    path: "/authorize",
    element: (
      <Suspense fallback={<Waiting />}>
        <Authorize />
      </Suspense>
    ),
    errorElement: <Broken />,
  },
  { path: "/sign-out", element: outside(<SignOut />), errorElement: <Broken /> },
  { path: "/sign-in/company", element: outside(<CompanyReturn />), errorElement: <Broken /> },
  { path: "/register/status", element: outside(<RegistrationStatus />), errorElement: <Broken /> },
  { path: "/choose-password", element: outside(<LinkedPassword />), errorElement: <Broken /> },
  { path: "/forgotten-password", element: outside(<ForgottenPassword />), errorElement: <Broken /> },
  {
    element: <Gate />,
    errorElement: <Broken />,
    // An error in a screen leaves the menu usable.
    children: [{ errorElement: <Broken />, children: screens() }],
  },
]);
