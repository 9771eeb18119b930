import { type ReactNode, Suspense } from "react";
import { createBrowserRouter, type RouteObject, useSearchParams } from "react-router";
import { useSession } from "../api/session";
import type { Session } from "../api/types";
import { useReader } from "../components/rights/useReader";
import { LoadingScreen } from "../components/states/LoadingScreen";
import { placeFromParams } from "../features/auditLog/place";
import { hasPage, mayAdminister, mayGrant } from "../permissions";
import { lazyScreen } from "./lazyScreen";
import { PublicFrame } from "./PublicFrame";
import { ScreenError } from "./ScreenError";
import { SignedInFrame } from "./SignedInFrame";

const NotFound = lazyScreen(async () => ({ default: (await import("./ErrorPages")).NotFound }));
const Forbidden = lazyScreen(async () => ({ default: (await import("./ErrorPages")).Forbidden }));
const Authorize = lazyScreen(() => import("./AuthorizePage"));
const Home = lazyScreen(() => import("../features/home/HomePage"));
const StepDialog = lazyScreen(() => import("./StepDialog"));
const Brokers = lazyScreen(() => import("../features/operations/BrokersPage"));
const SettingsInForce = lazyScreen(() => import("../features/operations/SettingsPage"));
const Drift = lazyScreen(() => import("../features/drift/DriftPage"));
const Resources = lazyScreen(() => import("../features/resources/ResourcesPage"));
const NothingChosen = lazyScreen(() => import("../features/resources/NothingChosen"));
const Resource = lazyScreen(() => import("../features/resources/ResourcePage"));
const ResourceGrants = lazyScreen(() => import("../features/access/ResourceGrants"));
const RightsMatrix = lazyScreen(() => import("../features/access/RightsMatrix"));
const LiveTab = lazyScreen(() => import("../features/resources/LiveTab"));
const PoliciesTab = lazyScreen(() => import("../features/resources/PoliciesTab"));
const ConnectionTab = lazyScreen(() => import("../features/resources/ConnectionTab"));
const PlaceActivity = lazyScreen(() => import("../features/auditLog/PlaceActivity"));
const ClusterImport = lazyScreen(() => import("../features/clusterImport/ImportPage"));
const Users = lazyScreen(() => import("../features/identity/UsersPage"));
const ImportUsers = lazyScreen(() => import("../features/identity/ImportUsers"));
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
const UserGivenGrants = lazyScreen(() => import("../features/access/UserGivenGrants"));
const Grants = lazyScreen(() => import("../features/access/GrantsPage"));
const Matrix = lazyScreen(() => import("../features/access/MatrixPage"));
const PolicyFile = lazyScreen(() => import("../features/policyFile/PolicyFilePage"));
const Roles = lazyScreen(() => import("../features/access/RolesPage"));
const Role = lazyScreen(() => import("../features/access/RolePage"));
const CheckAccess = lazyScreen(() => import("../features/access/CheckAccessPage"));
const UserCredentials = lazyScreen(() => import("../features/tokens/UserCredentials"));
const OwnCredentials = lazyScreen(() => import("../features/tokens/OwnCredentials"));
const EndingCredentials = lazyScreen(() => import("../features/tokens/EndingCredentials"));
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
const Usage = lazyScreen(() => import("../features/findings/UsagePage"));
const Suggestions = lazyScreen(() => import("../features/findings/SuggestionsPage"));
const Suggestion = lazyScreen(() => import("../features/findings/SuggestionPage"));
const GrantUsage = lazyScreen(() => import("../features/findings/GrantUsagePage"));
const Remediations = lazyScreen(() => import("../features/findings/RemediationsPage"));
const Remediation = lazyScreen(() => import("../features/findings/RemediationPage"));
const Trail = lazyScreen(() => import("../features/auditLog/TrailPage"));

/** Shows a screen only to those who may use it. The server refuses the others anyway. */
function RequirePermission({ may, children }: { may: (session: Session) => boolean; children: ReactNode }) {
  return may(useSession()) ? children : <Forbidden />;
}

/** Screens that need no account. */
const publicScreen = (screen: ReactNode) => (
  <PublicFrame>
    <Suspense fallback={<LoadingScreen />}>{screen}</Suspense>
  </PublicFrame>
);
const forAdministrators = (screen: ReactNode) => <RequirePermission may={mayAdminister}>{screen}</RequirePermission>;

/** Shows a page only to those whose menu has an entry for it. */
function RequireMenuEntry({ path, children }: { path: string; children: ReactNode }) {
  const reader = useReader();
  if (reader === undefined) return <LoadingScreen />;
  return hasPage(reader, path) ? children : <Forbidden />;
}
const forMenuReaders = (path: string, screen: ReactNode) => <RequireMenuEntry path={path}>{screen}</RequireMenuEntry>;

/** If the address names a resource, the center decides who may read its changes. */
function ResourceTrail() {
  const [params] = useSearchParams();
  const place = placeFromParams(params.get("res_type"), params.get("res_id"));
  return place ? <Trail /> : forMenuReaders("/trail", <Trail />);
}
const forUserManagers = (screen: ReactNode) => <RequirePermission may={mayGrant}>{screen}</RequirePermission>;

/** The screens inside the frame. */
function screens(): RouteObject[] {
  return [
    { path: "/", element: <Home StepDialog={StepDialog} /> },
    {
      path: "/resources",
      element: <Resources />,
      children: [
        { index: true, element: <NothingChosen /> },
        {
          path: ":type/:id",
          element: <Resource />,
          children: [
            { index: true, element: <ResourceGrants /> },
            { path: "matrix", element: <RightsMatrix /> },
            { path: "live", element: <LiveTab /> },
            { path: "policies", element: <PoliciesTab /> },
            { path: "connection", element: <ConnectionTab /> },
            { path: "activity", element: <PlaceActivity /> },
          ],
        },
      ],
    },
    { path: "/clusters/:id/import", element: forAdministrators(<ClusterImport />) },
    { path: "/users", element: forUserManagers(<Users ImportUsers={ImportUsers} />) },
    {
      path: "/users/:id",
      element: forUserManagers(<User />),
      children: [
        { index: true, element: <UserFacts /> },
        { path: "rights", element: <UserGrants /> },
        { path: "effective", element: <EffectiveRights /> },
        { path: "given", element: <UserGivenGrants /> },
        { path: "credentials", element: <UserCredentials /> },
        { path: "connections", element: <UserConnections /> },
        { path: "sub-accounts", element: <SubAccounts /> },
      ],
    },
    { path: "/grants", element: <Grants /> },
    { path: "/grants/:id", element: <GrantUsage /> },
    { path: "/matrix", element: forMenuReaders("/matrix", <Matrix />) },
    { path: "/policy", element: forMenuReaders("/policy", <PolicyFile />) },
    { path: "/groups", element: forAdministrators(<Groups />) },
    { path: "/networks", element: <Networks /> },
    { path: "/roles", element: forAdministrators(<Roles />) },
    { path: "/roles/:id", element: forAdministrators(<Role />) },
    { path: "/why", element: <CheckAccess /> },
    { path: "/requests", element: <Requests /> },
    { path: "/requests/new", element: <NewRequest /> },
    { path: "/notices", element: <Notices /> },
    { path: "/registrations", element: forAdministrators(<Registrations />) },
    { path: "/credentials", element: <OwnCredentials /> },
    { path: "/ending", element: forMenuReaders("/ending", <EndingCredentials />) },
    { path: "/signing-keys", element: forAdministrators(<SigningKeys />) },
    { path: "/company-sign-in", element: forAdministrators(<Providers />) },
    { path: "/confirm-address", element: <ConfirmAddress /> },
    { path: "/mail", element: forAdministrators(<Mail />) },
    { path: "/web-hooks", element: forAdministrators(<WebHooks />) },
    { path: "/settings", element: forAdministrators(<SettingsInForce />) },
    { path: "/applications", element: forAdministrators(<Applications />) },
    { path: "/device", element: <Device /> },
    { path: "/password", element: <OwnPassword /> },
    { path: "/security", element: <Security /> },
    { path: "/drift", element: <Drift /> },
    { path: "/brokers", element: forMenuReaders("/brokers", <Brokers />) },
    { path: "/findings", element: <Findings /> },
    { path: "/usage", element: <Usage /> },
    { path: "/suggestions", element: <Suggestions /> },
    { path: "/suggestions/:id", element: <Suggestion /> },
    { path: "/remediations", element: forMenuReaders("/remediations", <Remediations />) },
    { path: "/remediations/:id", element: <Remediation /> },
    { path: "/trail", element: <ResourceTrail /> },
    { path: "*", element: <NotFound /> },
  ];
}

/** The only file that imports every feature. */
export const router = createBrowserRouter([
  { path: "/register", element: publicScreen(<Register />), errorElement: <ScreenError /> },
  {
    path: "/authorize",
    element: (
      <Suspense fallback={<LoadingScreen />}>
        <Authorize />
      </Suspense>
    ),
    errorElement: <ScreenError />,
  },
  { path: "/sign-out", element: publicScreen(<SignOut />), errorElement: <ScreenError /> },
  { path: "/sign-in/company", element: publicScreen(<CompanyReturn />), errorElement: <ScreenError /> },
  { path: "/register/status", element: publicScreen(<RegistrationStatus />), errorElement: <ScreenError /> },
  { path: "/choose-password", element: publicScreen(<LinkedPassword />), errorElement: <ScreenError /> },
  { path: "/forgotten-password", element: publicScreen(<ForgottenPassword />), errorElement: <ScreenError /> },
  {
    element: <SignedInFrame />,
    errorElement: <ScreenError />,
    // An error in a screen leaves the menu usable.
    children: [{ errorElement: <ScreenError />, children: screens() }],
  },
]);
