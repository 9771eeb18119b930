import "dayjs/locale/zh-cn";
import { access } from "./zh-CN/access";
import { applications } from "./zh-CN/applications";
import { auditLog } from "./zh-CN/auditLog";
import { authorities } from "./zh-CN/authorities";
import { clusterImport } from "./zh-CN/clusterImport";
import { companySignIn } from "./zh-CN/companySignIn";
import { connection } from "./zh-CN/connection";
import { device } from "./zh-CN/device";
import { drift } from "./zh-CN/drift";
import { encryptionKeys } from "./zh-CN/encryptionKeys";
import { explain } from "./zh-CN/explain";
import { findings } from "./zh-CN/findings";
import { frame } from "./zh-CN/frame";
import { general } from "./zh-CN/general";
import { giving } from "./zh-CN/giving";
import { home } from "./zh-CN/home";
import { identity } from "./zh-CN/identity";
import { live } from "./zh-CN/live";
import { matrix } from "./zh-CN/matrix";
import { messages } from "./zh-CN/messages";
import { operations } from "./zh-CN/operations";
import { palette } from "./zh-CN/palette";
import { place } from "./zh-CN/place";
import { policies } from "./zh-CN/policies";
import { policyFile } from "./zh-CN/policyFile";
import { problems } from "./zh-CN/problems";
import { questions } from "./zh-CN/questions";
import { requests } from "./zh-CN/requests";
import { resources } from "./zh-CN/resources";
import { security } from "./zh-CN/security";
import { signingKeys } from "./zh-CN/signingKeys";
import { subscriptions } from "./zh-CN/subscriptions";
import { tokens } from "./zh-CN/tokens";
import { usage } from "./zh-CN/usage";
import { userImport } from "./zh-CN/userImport";
import { why } from "./zh-CN/why";

export { default as locale } from "antd/locale/zh_CN";

export const zhCN = {
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
