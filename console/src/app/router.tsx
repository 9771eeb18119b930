import { lazy, type ReactNode, Suspense } from "react";
import { createBrowserRouter } from "react-router";
import { useSession } from "../api/session";
import type { Session } from "../api/types";
import { Waiting } from "../components/Waiting";
import { mayAdminister, mayGrant, mayManageUsers } from "../permissions";
import { Doorway } from "./Doorway";
import { Gate } from "./Gate";
import { Broken, Forbidden, NotFound } from "./Missing";

const Overview = lazy(() => import("../features/operations/OverviewPage"));
const Brokers = lazy(() => import("../features/operations/BrokersPage"));
const Resources = lazy(() => import("../features/resources/ResourcesPage"));
const NothingChosen = lazy(() => import("../features/resources/NothingChosen"));
const Resource = lazy(() => import("../features/resources/ResourcePage"));
const ResourceGrants = lazy(() => import("../features/access/ResourceGrants"));
const Users = lazy(() => import("../features/identity/UsersPage"));
const User = lazy(() => import("../features/identity/UserPage"));
const UserFacts = lazy(() => import("../features/identity/UserFacts"));
const UserConnections = lazy(() => import("../features/identity/UserConnections"));
const SubAccounts = lazy(() => import("../features/identity/SubAccounts"));
const Groups = lazy(() => import("../features/identity/GroupsPage"));
const OwnPassword = lazy(() => import("../features/identity/PasswordPage"));
const UserGrants = lazy(() => import("../features/access/UserGrants"));
const EffectiveRights = lazy(() => import("../features/access/EffectiveRights"));
const UserGiven = lazy(() => import("../features/access/UserGiven"));
const Grants = lazy(() => import("../features/access/GrantsPage"));
const Roles = lazy(() => import("../features/access/RolesPage"));
const Role = lazy(() => import("../features/access/RolePage"));
const Why = lazy(() => import("../features/access/WhyPage"));
const UserCredentials = lazy(() => import("../features/tokens/UserCredentials"));
const OwnCredentials = lazy(() => import("../features/tokens/OwnCredentials"));
const Device = lazy(() => import("../features/tokens/DevicePage"));
const Register = lazy(() => import("../features/requests/RegisterPage"));
const RegistrationStatus = lazy(() => import("../features/requests/StatusPage"));
const Registrations = lazy(() => import("../features/requests/RegistrationsPage"));
const Requests = lazy(() => import("../features/requests/RequestsPage"));
const NewRequest = lazy(() => import("../features/requests/NewRequestPage"));
const Notices = lazy(() => import("../features/requests/NoticesPage"));
const Findings = lazy(() => import("../features/findings/FindingsPage"));
const Suggestions = lazy(() => import("../features/findings/SuggestionsPage"));
const Suggestion = lazy(() => import("../features/findings/SuggestionPage"));
const GrantUsage = lazy(() => import("../features/findings/GrantUsagePage"));
const Remediations = lazy(() => import("../features/findings/RemediationsPage"));
const Remediation = lazy(() => import("../features/findings/RemediationPage"));
const Trail = lazy(() => import("../features/audit/TrailPage"));

/** Shows a screen to those it is for. The server refuses the others anyway. */
function Only({ may, children }: { may: (session: Session) => boolean; children: ReactNode }) {
  return may(useSession()) ? children : <Forbidden />;
}

/** For who has no account: outside the gate. */
const outside = (screen: ReactNode) => (
  <Doorway>
    <Suspense fallback={<Waiting />}>{screen}</Suspense>
  </Doorway>
);
const administrator = (screen: ReactNode) => <Only may={mayAdminister}>{screen}</Only>;
const userManager = (screen: ReactNode) => <Only may={mayManageUsers}>{screen}</Only>;
const granting = (screen: ReactNode) => <Only may={mayGrant}>{screen}</Only>;

/** The only place that knows every feature; features meet here and nowhere else. */
export const router = createBrowserRouter([
  { path: "/register", element: outside(<Register />), errorElement: <Broken /> },
  { path: "/register/status", element: outside(<RegistrationStatus />), errorElement: <Broken /> },
  {
    element: <Gate />,
    errorElement: <Broken />,
    children: [
      { path: "/", element: <Overview /> },
      {
        path: "/resources",
        element: <Resources />,
        children: [
          { index: true, element: <NothingChosen /> },
          { path: ":type/:id", element: <Resource />, children: [{ index: true, element: <ResourceGrants /> }] },
        ],
      },
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
      { path: "/roles", element: administrator(<Roles />) },
      { path: "/roles/:id", element: administrator(<Role />) },
      { path: "/why", element: <Why /> },
      { path: "/requests", element: <Requests /> },
      { path: "/requests/new", element: <NewRequest /> },
      { path: "/notices", element: <Notices /> },
      { path: "/registrations", element: administrator(<Registrations />) },
      { path: "/credentials", element: <OwnCredentials /> },
      { path: "/device", element: <Device /> },
      { path: "/password", element: <OwnPassword /> },
      { path: "/brokers", element: administrator(<Brokers />) },
      { path: "/findings", element: <Findings /> },
      { path: "/suggestions", element: <Suggestions /> },
      { path: "/suggestions/:id", element: <Suggestion /> },
      { path: "/remediations", element: granting(<Remediations />) },
      { path: "/remediations/:id", element: granting(<Remediation />) },
      { path: "/trail", element: administrator(<Trail />) },
      { path: "*", element: <NotFound /> },
    ],
  },
]);
