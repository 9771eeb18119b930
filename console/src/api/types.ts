import type { paths } from "./schema.gen";

/** Names for types of the generated document. Derived from its paths, so they cannot become outdated. */
type Content<T> = T extends { content: { "application/json": infer Body } } ? Body : never;
type Responses<P extends keyof paths, M extends keyof paths[P]> = paths[P][M] extends { responses: infer R }
  ? R
  : never;
type Ok<R> = R extends { 200: infer A } ? A : R extends { 201: infer A } ? A : never;
type Body<P extends keyof paths> = Content<Ok<Responses<P, "get">>>;
type PostBody<P extends keyof paths> = Content<Ok<Responses<P, "post">>>;
type Item<P extends keyof paths> = Body<P> extends { items: (infer I)[] } ? I : Body<P> extends (infer I)[] ? I : never;

export type Session = Body<"/api/v1/session">;
export type SignInMethods = Body<"/api/v1/session/providers">;
export type Factors = Body<"/api/v1/session/factors">;
export type OwnSession = Item<"/api/v1/sessions">;
export type Provider = Item<"/api/v1/identity-providers">;
export type ProviderStep = PostBody<"/api/v1/identity-providers/{provider_id}/test">["items"][number];
export type ProviderTrial = NonNullable<PostBody<"/api/v1/session/provider-answer">["trial"]>;
export type User = Item<"/api/v1/users">;
export type Group = Item<"/api/v1/groups">;
export type NetworkList = Item<"/api/v1/networks">;
export type Role = Item<"/api/v1/roles">;
export type Member = Item<"/api/v1/roles/{role_id}/members">;
export type ClientSecret = Item<"/api/v1/users/{user_id}/client-secrets">;
export type ClientKey = Item<"/api/v1/users/{user_id}/keys">;
export type NewClientSecret = PostBody<"/api/v1/users/{user_id}/client-secrets">;
export type ApiToken = Item<"/api/v1/users/{user_id}/tokens">;
export type NewApiToken = PostBody<"/api/v1/users/{user_id}/tokens">;
export type EndingCredential = Item<"/api/v1/credentials/ending">;
export type OwnEmail = Body<"/api/v1/session/email">;
export type MailStatus = Body<"/api/v1/mail">;
export type MailMessage = Item<"/api/v1/mail/messages">;
export type WebHook = Item<"/api/v1/web-hooks">;
export type HookDelivery = Item<"/api/v1/web-hooks/{hook_id}/deliveries">;
export type ProblemCode = NonNullable<HookDelivery["problem_code"]>;
export type SigningKey = Item<"/api/v1/signing-keys">;
export type WaitingDevice = PostBody<"/api/v1/device/waiting">;
export type WaitingApplication = PostBody<"/api/v1/authorization/waiting">;
export type WaitingSignOut = PostBody<"/api/v1/sign-out/waiting">;
export type Application = Item<"/api/v1/applications">;
export type OwnApplication = Item<"/api/v1/session/applications">;
export type Cluster = Item<"/api/v1/clusters">;
export type ClusterConnectionState = Body<"/api/v1/clusters/{cluster_id}/connection">;
export type ClusterTlsSettings = Body<"/api/v1/clusters/{cluster_id}/tls">;
export type ClusterCredential = Item<"/api/v1/clusters/{cluster_id}/credentials">;
export type BrokerToken = Body<"/api/v1/clusters/{cluster_id}/credentials">["broker_tokens"][number];
export type Broker = Item<"/api/v1/clusters/{cluster_id}/brokers">;
export type Enforcement = Body<"/api/v1/clusters/{cluster_id}/enforcement">;
export type BrokerBehind = Enforcement["behind"][number];
export type LiveAnswer = Body<"/api/v1/clusters/{cluster_id}/connections">;
export type LoadOfBroker = Item<"/api/v1/clusters/{cluster_id}/live/brokers">;
export type LiveBundlesOfCluster = Body<"/api/v1/namespaces/{namespace_id}/live/bundles">["clusters"][number];
export type LiveBundle = LiveBundlesOfCluster["bundles"][number];
export type LiveStatsOfCluster = Body<"/api/v1/topics/{topic_id}/live/stats">["clusters"][number];
export type TopicNumbers = NonNullable<LiveStatsOfCluster["stats"]>;
export type LiveProducer = LiveStatsOfCluster["producers"][number];
type LiveSubscriptions = Body<"/api/v1/topics/{topic_id}/live/subscriptions">["clusters"][number];
export type LiveSubscription = LiveSubscriptions["subscriptions"][number];
export type LiveConsumer = LiveSubscription["consumers"][number];
export type SubscriptionForecast = PostBody<"/api/v1/topics/{topic_id}/live/subscriptions/reset">;
export type LiveLedgers = Body<"/api/v1/topics/{topic_id}/live/internal-stats">["clusters"][number]["stored"][number];
export type ClusterImport = Item<"/api/v1/clusters/{cluster_id}/imports">;
export type ImportReport = Body<"/api/v1/clusters/{cluster_id}/imports/{import_id}/report">;
export type Tenant = Item<"/api/v1/tenants">;
export type Namespace = Item<"/api/v1/namespaces">;
export type SubscriptionRules = Body<"/api/v1/namespaces/{namespace_id}/subscription-permissions">;
export type SubscriptionRule = SubscriptionRules["items"][number];
export type PolicyPlan = PostBody<"/api/v1/policy/plan">;
export type Topic = Item<"/api/v1/topics">;
export type PolicyWish = Body<"/api/v1/namespaces/{namespace_id}/policies">;
export type ClusterPolicies = Body<"/api/v1/namespaces/{namespace_id}/policies/live">["clusters"][number];
export type PolicyKind = Item<"/api/v1/policy-kinds">;
export type EncryptionKeys = Body<"/api/v1/namespaces/{namespace_id}/encryption-keys">;
export type EncryptionKey = EncryptionKeys["items"][number];
export type EncryptionKeyVersion = EncryptionKey["versions"][number];
export type KeyFetch = Item<"/api/v1/namespaces/{namespace_id}/encryption-keys/{key_name}/fetches">;
export type KeyReportItem = Item<"/api/v1/encryption-keys/report">;
export type AccountsAtKey = NonNullable<KeyReportItem["without_key"]>;
export type KeyDestruction =
  Body<"/api/v1/namespaces/{namespace_id}/encryption-keys/{key_name}/versions/{number}/destruction">;
export type Loss = Body<"/api/v1/topics/{topic_id}/loss">;
export type ClusterLoss = Loss["clusters"][number];
export type TreeNode = Item<"/api/v1/resources/tree">;
export type Grant = Item<"/api/v1/grants">;
export type GrantLimits = NonNullable<Grant["limits"]>;
export type Operation = Item<"/api/v1/operations">;
export type Authority = Item<"/api/v1/authorities">;
export type Decision = PostBody<"/api/v1/access/explain">;
export type Path = Decision["grants"][number]["path"];
export type Simulation = PostBody<"/api/v1/access/simulate">;
export type RightsOnResource = Item<"/api/v1/users/{user_id}/rights">;
export type Principal = Item<"/api/v1/access/principals">;
export type TrailEntry = Item<"/api/v1/trail">;
export type Home = Body<"/api/v1/home">;
export type Overview = Body<"/api/v1/overview">;
export type Setting = Item<"/api/v1/settings">;
export type RegistrationStatus = PostBody<"/api/v1/registrations/status">;
export type Registration = Item<"/api/v1/registrations">;
export type AccessRequest = Item<"/api/v1/access-requests">;
export type AccessRequestDetail = Body<"/api/v1/access-requests/{request_id}">;
export type Notice = Item<"/api/v1/notices">;

export type Finding = Item<"/api/v1/audit/findings">;
export type FindingDetail = Body<"/api/v1/audit/findings/{finding}">;
export type Suggestion = Item<"/api/v1/audit/suggestions">;
export type Creep = Item<"/api/v1/audit/creep">;
export type Denial = Item<"/api/v1/audit/denials">;
export type AuditRun = Item<"/api/v1/audit/runs">;
export type OptOut = Item<"/api/v1/audit/opt-outs">;
export type GrantUsage = Body<"/api/v1/grants/{grant_id}/usage">;
export type SuggestionDetail = Body<"/api/v1/audit/suggestions/{suggestion}">;
export type GrantOfPart = SuggestionDetail["gone"][number];
export type RemediationPreview = PostBody<"/api/v1/remediations/preview">;
export type DriftLine = Item<"/api/v1/clusters/{cluster_id}/drift/lines">;
export type LineResult = PostBody<"/api/v1/clusters/{cluster_id}/drift/lines/answers">["results"][number];
export type Remediation = Item<"/api/v1/remediations">;
export type RemediationDetail = Body<"/api/v1/remediations/{remediation_id}">;
export type RemediationPart = RemediationDetail["parts"][number];

export const RESOURCE_TYPES = ["cluster", "tenant", "namespace", "topic"] as const;
export type ResourceType = (typeof RESOURCE_TYPES)[number];

/** The number the API uses for a type: 1 cluster … 4 topic. */
export function typeNumber(type: ResourceType): number {
  return RESOURCE_TYPES.indexOf(type) + 1;
}

/** The type of a number; undefined for the root (0). */
export function typeWord(number: number): ResourceType | undefined {
  return RESOURCE_TYPES[number - 1];
}
