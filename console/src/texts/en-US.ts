import { access } from "./en-US/access";
import { applications } from "./en-US/applications";
import { auditLog } from "./en-US/auditLog";
import { authorities } from "./en-US/authorities";
import { clusterImport } from "./en-US/clusterImport";
import { companySignIn } from "./en-US/companySignIn";
import { connection } from "./en-US/connection";
import { device } from "./en-US/device";
import { drift } from "./en-US/drift";
import { encryptionKeys } from "./en-US/encryptionKeys";
import { explain } from "./en-US/explain";
import { findings } from "./en-US/findings";
import { frame } from "./en-US/frame";
import { general } from "./en-US/general";
import { giving } from "./en-US/giving";
import { home } from "./en-US/home";
import { identity } from "./en-US/identity";
import { live } from "./en-US/live";
import { matrix } from "./en-US/matrix";
import { messages } from "./en-US/messages";
import { operations } from "./en-US/operations";
import { palette } from "./en-US/palette";
import { place } from "./en-US/place";
import { policies } from "./en-US/policies";
import { policyFile } from "./en-US/policyFile";
import { problems } from "./en-US/problems";
import { questions } from "./en-US/questions";
import { requests } from "./en-US/requests";
import { resources } from "./en-US/resources";
import { security } from "./en-US/security";
import { signingKeys } from "./en-US/signingKeys";
import { subscriptions } from "./en-US/subscriptions";
import { tokens } from "./en-US/tokens";
import { usage } from "./en-US/usage";
import { userImport } from "./en-US/userImport";
import { why } from "./en-US/why";
import type { Texts } from "./texts";

export { default as locale } from "antd/locale/en_US";

export const enUS: Texts = {
  access,
  applications,
  auditLog,
  authorities,
  clusterImport,
  companySignIn,
  connection,
  device,
  drift,
  encryptionKeys,
  explain,
  findings,
  frame,
  general,
  giving,
  home,
  identity,
  live,
  matrix,
  messages,
  operations,
  palette,
  place,
  policies,
  policyFile,
  problems,
  questions,
  requests,
  resources,
  security,
  subscriptions,
  signingKeys,
  tokens,
  usage,
  userImport,
  why,
};
