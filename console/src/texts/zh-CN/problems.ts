import { problemCodes } from "./problemCodes";

/** The values of a problem document beside its code. */
type ProblemValues = Record<string, unknown>;

/** Why a password is refused (`reason`). */
const WEAK: Record<string, string> = {
  too_short: "至少需要 8 个字符",
  too_long: "最多 128 个字符",
  user_name: "不能与用户名相同",
  common: "这是攻击者最先尝试的密码之一",
  one_time_secret: "不能与一次性初始密码相同",
  client_secret: "不能与客户端密钥的格式相同",
};

export const problems = {
  general: "操作未完成",
  code: "错误码",
  of: (what: string, names: string[]) => `${what}：${names.join("、")}`,
  inEnglish: "服务端原始信息（英文）",
  /** What a sentence leaves out, in the center's English beside it. */
  beside: (title: string, said: string) => `${title}（${said}）`,
  /** The center's sentences; `…` is a value there, `$1` and `$2` here. */
  sentences: {
    "The admin address ends after the port: no path, no query.": "管理地址到端口为止，不能带路径或查询参数",
    "The address contains a blank or a character that no address has.": "地址中有空格或不允许的字符",
    "The address cannot be read.": "地址格式有误，请检查主机和端口（1 至 65535）",
    "The address starts with http:// or https://.": "地址须以 http:// 或 https:// 开头",
    "The address holds no user, password or fragment.": "地址中不能有用户名、密码或片段（#）",
    'The host "…" is not in ….': "主机“$1”不在 $2 中，请由运维人员加入",
    "The service address looks like pulsar://host:6650 or pulsar+ssl://host:6651; a port is 1 to 65535.":
      "服务地址形如 pulsar://host:6650 或 pulsar+ssl://host:6651，端口为 1 至 65535",
    "must be 1 to 128 ASCII letters, digits and . _ - @ + =, and begin with a letter or digit":
      "须为 1 至 128 个字符：字母、数字和 . _ - @ + =，并以字母或数字开头",
    "must be 1 to 128 printable characters without blanks at its ends": "须为 1 至 128 个可见字符，首尾不能是空格",
    "must be 1 to 64 letters, digits and . _ -, and begin with a letter or digit":
      "须为 1 至 64 个字符：字母、数字和 . _ -，并以字母或数字开头",
    "Pulsar keeps the tenant pulsar for itself: nothing is made there.": "租户 pulsar 是 Pulsar 的内部保留资源",
    "The … name has … characters; at most … are allowed.": "名称有 $2 个字符，最多 $3 个",
    "The … name contains …; allowed are the letters a-z and A-Z, digits and - = : . _":
      "名称中有不允许的字符 $2：只能使用字母 a-z、A-Z、数字和 - = : . _",
    "The topic name contains …; allowed are visible characters other than /":
      "名称中有不允许的字符 $1：只能使用可见字符，不能有 /",
    "The … name ends with a blank.": "名称不能以空格结尾",
    "The … name cannot stand in an address: …": "名称不能用作路径：解码后会被当作 . 或 ..，或经过多次编码",
    "A topic name cannot end in -partition-<number>: that is how Pulsar names the partitions of a topic.":
      "主题名称不能以 -partition-数字 结尾：Pulsar 这样命名主题的分区",
    "Pulsar makes no topic with partitions that has -partition- in its name.": "有分区的主题名称中不能含有 -partition-",
    "A cluster name has … characters at most, and no colon.": "集群名称最多 $1 个字符，不能含有冒号",
    "There is a role called …; a user needs a role of its own name.": "已有名为“$1”的角色：每个用户都有一个同名的角色",
    "There is a role called … (each user has one of its own name).":
      "已有名为“$1”的角色（每个用户都有一个同名的个人角色）",
    "There is a … called … already.": "名称“$2”已被使用",
    "There is a provider with this issuer already.": "已有使用此颁发者的身份提供商",
    "is not in the future": "结束时间须晚于现在",
    "is over already": "结束时间须晚于现在",
    "Only administrators of the center may do this.": "仅用户中心的管理员可以执行此操作",
    "You may see this, but not do this to it.": "您可以查看它，但无权执行此操作",
  } as Record<string, string>,
  /** Sentences with the values of the problem; without values, `codes` is used. English shows the center's detail. */
  withValues: {
    exists: ({ deleting }) => {
      if (deleting === undefined) return undefined;
      return deleting ? "名称已被使用，原有的资源正在删除：请等集群移除后再创建" : "名称已被使用";
    },
    invalid_network: ({ network, meant }) => {
      if (!network) return undefined;
      const how = meant ? `，应写成 ${meant}` : "：应写成 10.1.0.0/16、2001:db8::/32 或 @列表名称";
      return `“${network}”不是网络${how}`;
    },
    unknown_network: ({ name }) => name && `没有名为“${name}”的网络列表`,
    would_lock_out: ({ address }) => address && `您自己的地址 ${address} 将被排除在外`,
    network_in_use: ({ grants, users, secrets, requests }) =>
      `仍有内容限定于此列表：${grants} 项授权、${users} 个用户、${secrets} 个客户端密钥、${requests} 个待处理的申请`,
    too_many_uses: ({ count, most }) =>
      `有 ${count} 项内容限定于此列表，一次最多修改 ${most} 项：请新建一个列表，再逐步迁移`,
    limit_unknown_to_brokers: ({ brokers }) => `这些 Broker 还不支持此限定，请先升级插件：${brokerNames(brokers)}`,
    brokers_do_not_know_subscription_rules: ({ brokers }) =>
      `这些 Broker 的插件较旧，不支持订阅规则，请先升级：${brokerNames(brokers)}`,
    invalid_limits: ({ value }) => value && `“${value}”不合规：没有名称可以这样开头，或者订阅名不合规（* 只能在末尾）`,
    too_many_rules: ({ most }) => most && `该命名空间已有 ${most} 条订阅规则，达到上限：请删除一些`,
    not_found: ({ user }) => user && `没有用户“${user}”，或者您无权查看`,
    other_account_needed: ({ user }) => user && `该应用要求以“${user}”登录：请换用其他账号`,
    weak_password: ({ reason }) => WEAK[String(reason)] && `这个密码不够安全：${WEAK[String(reason)]}`,
  } as Record<string, (values: ProblemValues) => unknown>,
  codes: problemCodes,
};

function brokerNames(brokers: unknown): string {
  return Array.isArray(brokers) ? brokers.join("、") : "";
}
