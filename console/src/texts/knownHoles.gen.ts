/** Written by knownHoles.mjs from app/brokers/known_holes.json: `npm run generate`. */
export const KNOWN_HOLES: Record<"en-US" | "zh-CN", Record<string, string>> = {
  "en-US": {
    "CVE-2026-105926": "Over the binary protocol, whoever signs in reads the schemas of every topic and adds some, which can keep its own clients out.",
    "CVE-2026-105930": "Who may make functions, sources or sinks in one namespace gets the content of packages of every other tenant, by naming the package as their code (where enablePackagesManagement is on).",
    "CVE-2026-105931": "Over HTTP, whoever signs in reads of every tenant's transactions: their topics, subscriptions, owners and statistics.",
    "CVE-2026-105932": "Who may only write or read a non-persistent topic also reads, changes and removes its entry filters.",
    "CVE-2026-105935": "Who may trigger a function writes to its input topic without the right to write there.",
    "CVE-2026-105936": "Whoever signs in reads the list of installed connectors.",
    "CVE-2026-105938": "Rules about subscriptions do not hold when backlogs are cleared or subscriptions removed for a whole namespace, or messages expire for all subscriptions of a topic.",
    "CVE-2026-105945": "Who may use packages in one namespace reads, replaces and deletes those of every tenant (where packages lie in files of the broker).",
    "CVE-2025-30677": "The connectors for Kafka write the credentials of their configuration into the log.",
    "apache/pulsar#26644": "Whoever signs in has markers of its transactions written into any topic, though no messages.",
    "shadow-topic-source": "Who may make topics makes one that shows all messages of any other topic (a shadow topic)."
  },
  "zh-CN": {
    "CVE-2026-105926": "任何登录者都能通过二进制协议读取所有主题的 schema 并注册新版本，可能使主题自己的客户端无法使用。",
    "CVE-2026-105930": "能在某个命名空间创建函数、source 或 sink 的人，把其他租户的包指定为代码即可取得其内容（启用 enablePackagesManagement 时）。",
    "CVE-2026-105931": "任何登录者都能通过 HTTP 读取所有租户的事务信息：涉及的主题、订阅、发起者和统计数据。",
    "CVE-2026-105932": "只能读写某个非持久化主题的人，也能查看、修改和删除它的 entry filter 策略。",
    "CVE-2026-105935": "能触发某个函数的人，无需写权限即可向其输入主题写入消息。",
    "CVE-2026-105936": "任何登录者都能读取已安装连接器的列表。",
    "CVE-2026-105938": "对整个命名空间清除积压、删除订阅，或对主题的所有订阅执行消息过期时，订阅规则不生效。",
    "CVE-2026-105945": "能在某个命名空间使用包的人，可以读取、替换和删除所有租户的包（包存放在 Broker 本地文件系统时）。",
    "CVE-2025-30677": "Kafka 连接器会把配置中的凭据明文写入日志。",
    "apache/pulsar#26644": "任何登录者都能让自己的事务标记写入任意主题（不含消息）。",
    "shadow-topic-source": "能创建主题的人，可以创建影子主题，从而看到任意其他主题的全部消息。"
  }
};
export const KNOWN_HOLES_EDITED = "2026-11-30";
