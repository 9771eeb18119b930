"""What e-mails say: subject and text by language and kind. Names in braces are facts; `link` is always there."""

_NOT_YOU = "If this was not you, choose a new password at once and tell an administrator."
_NOT_YOU_ZH = "如果不是您本人操作，请立即更改密码并告知管理员。"

EN = {
    "confirm_address": (
        "Confirm your e-mail address",
        "Somebody, probably you, entered this address for the account {user}.\n\n"
        "To confirm it, open this link within 24 hours and sign in; it works once:\n{link}\n\n"
        "If you do not know about this, do nothing.\n",
    ),
    "invitation": (
        "Your account",
        "An administrator has made the account {user} for you.\n\n"
        "Open this link and choose a password; it works once:\n{link}\n",
    ),
    "password_reset": (
        "Choose a new password",
        "Somebody, probably you, has forgotten the password of {user}.\n\n"
        "Open this link soon and choose a new one; it works once:\n{link}\n\n"
        "If you did not ask for it, do nothing: your password stays.\n",
    ),
    "password_changed": ("Your password was changed", "The password of {user} was changed.\n\n" + _NOT_YOU + "\n"),
    "address_changed": (
        "Your e-mail address was changed",
        "This address no longer belongs to the account {user}.\n\n" + _NOT_YOU + "\n",
    ),
    "initial_secret": (
        "Your password was replaced",
        "{by} gave {user} a one-time secret. The old password works no longer, and all sessions have ended.\n\n"
        "If you did not ask for this, tell an administrator at once.\n",
    ),
    "new_factor": ("A new second factor", "This was added to {user}: {what}.\n\n" + _NOT_YOU + "\n"),
    "factor_removed": ("A second factor was removed", "This was removed from {user}: {what}.\n\n" + _NOT_YOU + "\n"),
    "factors_reset": (
        "Your second factors were removed",
        "{by} removed all second factors of {user}: now the password alone signs in.\n\n"
        "If you did not ask for this, tell another administrator at once.\n",
    ),
    "new_browser": (
        "A sign-in from a new browser",
        "Somebody showed the password of {user} from {address} in a browser that is new there:\n{agent}\n\n"
        + _NOT_YOU
        + "\n",
    ),
    "credential_made": (
        "A new credential",
        "{by} made this for {user}: {what} {name}. Who has it acts as {user}.\n\n"
        "If you do not know about it, end it and tell an administrator.\n\n{link}\n",
    ),
    "credential_ended": ("A credential was ended", "{by} ended this of {user}: {what} {name}.\n\n{link}\n"),
    "signing_key_revoked": (
        "A signing key was revoked",
        "{by} revoked the signing key {name}, with the reason: {reason}.\n"
        "All tokens that it signed are refused from now on: {count} API tokens have to be made anew.\n\n{link}\n",
    ),
    "account_linked": (
        "A new way to sign in",
        "The account {user} was linked to an account of {name}, which can sign in now.\n\n" + _NOT_YOU + "\n",
    ),
    "new_network": (
        "A sign-in from a new network",
        "Somebody signed in as {user} from {address}, where nobody has with this password before.\n\n"
        + _NOT_YOU
        + "\n",
    ),
    "test": ("A test", "This center can send e-mail. {user} asked for this test.\n"),
    "grant_ends": ("A right ends soon", "In {days} day(s) {receiver} loses a right on {resource}.\n\n{link}\n"),
    "given_grant_ends": (
        "A right that you gave ends soon",
        "In {days} day(s) {receiver} loses a right on {resource} that you gave.\n\n{link}\n",
    ),
    "secret_ends": ("A client secret ends soon", "In {days} day(s) a secret of {receiver} ends (…{name}).\n\n{link}\n"),
    "token_ends": ("A token ends soon", 'In {days} day(s) the token "{name}" of {receiver} ends.\n\n{link}\n'),
    "certificate_ends": (
        "A certificate for a cluster ends soon",
        "In {days} day(s) {what} of the cluster {cluster} ends: {name}. Replace it on the page of the cluster, or the "
        "center cannot call it any more.\n\n{link}\n",
    ),
    "request_to_decide": (
        "A request waits for you",
        "{requester} asks for rights on {resource} for {receiver}. You may decide:\n\n{link}\n",
    ),
    "request_decided": (
        "Your request was decided",
        "The request for rights on {resource} for {receiver} was answered: {state}.\n\n{link}\n",
    ),
    "factor_reset": (
        "Second factors are to be removed",
        "{requester} wants to remove the second factors of {receiver}. A second administrator has to agree within a "
        "day. If nobody lost a device, tell an administrator now:\n\n{link}\n",
    ),
    "key_destruction": (
        "A version of an encryption key is to be destroyed",
        "{requester} wants to destroy {name}, an encryption key of {resource}: {reason}\n\n"
        "Then nobody can read what was encrypted for it. You may confirm it within a week, or keep the version:\n\n"
        "{link}\n",
    ),
    "removal_planned": (
        "Rights are to be removed",
        "{count} right(s) that concern you are to be removed on {date}, because: {reason}\n\n"
        "Say so if they are needed:\n\n{link}\n",
    ),
    "removal_cancelled": ("Rights stay", "The removal of {count} right(s) was cancelled: {reason}\n\n{link}\n"),
    "removal_done": ("Rights were removed", "{count} right(s) that concern you were removed: {reason}\n\n{link}\n"),
    "removal_undone": ("Rights are back", "{count} right(s) that had been removed are back.\n\n{link}\n"),
    "removal_spared": (
        "Rights were not removed",
        "{count} right(s) were not removed, because something stands against it.\n\n{link}\n",
    ),
    "drift_found": (
        "A cluster differs from the center",
        "{count} difference(s) between the cluster {cluster} and the center were found, where there were none. "
        "They can be adopted, repaired or accepted:\n\n{link}\n",
    ),
    "many_keys_fetched": (
        "Many encryption keys were fetched",
        "{receiver} got private keys of {count} versions within an hour, among them one for {resource}. "
        "The audit log says which, and why. If that is not its work, disable the user and rotate the keys:\n\n{link}\n",
    ),
    "other": ("There is news", "There is news for you at the center:\n\n{link}\n"),
}
ZH = {
    "confirm_address": (
        "确认您的电子邮件地址",
        "有人（可能是您）为账号 {user} 填写了此地址。\n\n"
        "请在 24 小时内打开以下链接并登录以确认（仅可使用一次）：\n{link}\n\n如果您不知情，请忽略此邮件。\n",
    ),
    "invitation": (
        "您的账号",
        "管理员为您创建了账号 {user}。\n\n请打开以下链接并设置密码（仅可使用一次）：\n{link}\n",
    ),
    "password_reset": (
        "设置新密码",
        "有人（可能是您）忘记了 {user} 的密码。\n\n"
        "请尽快打开以下链接设置新密码（仅可使用一次）：\n{link}\n\n"
        "如果不是您的请求，请忽略此邮件，密码不会改变。\n",
    ),
    "password_changed": ("您的密码已更改", "{user} 的密码已更改。\n\n" + _NOT_YOU_ZH + "\n"),
    "address_changed": ("您的电子邮件地址已更改", "此地址不再属于账号 {user}。\n\n" + _NOT_YOU_ZH + "\n"),
    "initial_secret": (
        "您的密码已被重置",
        "{by} 为 {user} 生成了一次性初始密码。旧密码已失效，所有会话已结束。\n\n如果不是您要求的，请立即告知管理员。\n",
    ),
    "new_factor": ("已新增两步验证方式", "{user} 新增了：{what}。\n\n" + _NOT_YOU_ZH + "\n"),
    "factor_removed": ("已移除两步验证方式", "{user} 移除了：{what}。\n\n" + _NOT_YOU_ZH + "\n"),
    "factors_reset": (
        "您的两步验证已被移除",
        "{by} 移除了 {user} 的所有两步验证方式，现在仅凭密码即可登录。\n\n如果不是您要求的，请立即告知其他管理员。\n",
    ),
    "new_browser": (
        "新浏览器登录提醒",
        "有人从 {address} 在新的浏览器中输入了 {user} 的正确密码：\n{agent}\n\n" + _NOT_YOU_ZH + "\n",
    ),
    "credential_made": (
        "新的凭据",
        "{by} 为 {user} 创建了{what} {name}。持有该凭据的人可以使用 {user} 的身份。\n\n"
        "如果您不知情，请吊销该凭据并告知管理员。\n\n{link}\n",
    ),
    "credential_ended": ("凭据已吊销", "{by} 吊销了 {user} 的{what} {name}。\n\n{link}\n"),
    "signing_key_revoked": (
        "签名密钥已吊销",
        "{by} 吊销了签名密钥 {name}，原因：{reason}。\n"
        "由它签发的所有令牌从现在起失效：有 {count} 个 API 令牌需要重新创建。\n\n{link}\n",
    ),
    "account_linked": (
        "新的登录方式",
        "账号 {user} 已关联到 {name} 的账号，现在可以用它登录。\n\n" + _NOT_YOU_ZH + "\n",
    ),
    "new_network": (
        "新网络登录提醒",
        "有人以 {user} 的身份从 {address} 登录，此前没有人用当前密码从该网络登录过。\n\n" + _NOT_YOU_ZH + "\n",
    ),
    "test": ("测试", "用户中心可以发送电子邮件。此测试由 {user} 发起。\n"),
    "grant_ends": ("权限即将到期", "{receiver} 在 {resource} 上的权限将在 {days} 天后到期。\n\n{link}\n"),
    "given_grant_ends": (
        "您授予的权限即将到期",
        "您授予 {receiver} 在 {resource} 上的权限将在 {days} 天后到期。\n\n{link}\n",
    ),
    "secret_ends": ("客户端密钥即将到期", "{receiver} 的密钥（…{name}）将在 {days} 天后到期。\n\n{link}\n"),
    "token_ends": ("令牌即将到期", "{receiver} 的令牌“{name}”将在 {days} 天后到期。\n\n{link}\n"),
    "certificate_ends": (
        "集群证书即将到期",
        "集群 {cluster} 的{what}将在 {days} 天内到期：{name}。"
        "请在该集群的页面更换，否则用户中心将无法调用此集群。\n\n{link}\n",
    ),
    "request_to_decide": (
        "有申请等待您处理",
        "{requester} 为 {receiver} 申请 {resource} 上的权限，您可以处理：\n\n{link}\n",
    ),
    "request_decided": (
        "您的申请已处理",
        "为 {receiver} 申请 {resource} 上的权限已处理，结果：{state}。\n\n{link}\n",
    ),
    "factor_reset": (
        "两步验证即将被移除",
        "{requester} 请求移除 {receiver} 的两步验证，须由另一位管理员在一天内同意。"
        "如果没有人丢失设备，请立即告知管理员：\n\n{link}\n",
    ),
    "key_destruction": (
        "有加密密钥版本等待确认销毁",
        "{requester} 申请销毁 {resource} 的加密密钥版本 {name}，原因：{reason}\n\n"
        "销毁后没有人能再读取用它加密的消息。您可以在一周内确认销毁，或保留该版本：\n\n{link}\n",
    ),
    "removal_planned": (
        "权限将被回收",
        "与您有关的 {count} 项权限计划于 {date} 回收，原因：{reason}\n\n如果仍需要，请说明：\n\n{link}\n",
    ),
    "removal_cancelled": ("权限保留", "{count} 项权限的回收已取消：{reason}\n\n{link}\n"),
    "removal_done": ("权限已回收", "与您有关的 {count} 项权限已回收：{reason}\n\n{link}\n"),
    "removal_undone": ("权限已恢复", "已回收的 {count} 项权限现已恢复。\n\n{link}\n"),
    "removal_spared": ("权限未被回收", "{count} 项权限未被回收，因为情况有变。\n\n{link}\n"),
    "drift_found": (
        "集群与用户中心不一致",
        "在集群 {cluster} 与用户中心之间发现了 {count} 处差异，此前没有差异。可以采纳、修复或接受：\n\n{link}\n",
    ),
    "many_keys_fetched": (
        "大量加密密钥被获取",
        "{receiver} 在一小时内获取了 {count} 个密钥版本的私钥，其中之一用于 {resource}。"
        "获取的密钥和原因见审计日志。如果这不是它的工作，请停用该用户并轮换这些密钥：\n\n{link}\n",
    ),
    "other": ("您有新消息", "用户中心有您的新消息：\n\n{link}\n"),
}
TEXTS = {"en": EN, "zh": ZH}
WORDS = {
    "en": {
        "otp": "an authenticator app",
        "pop": "a passkey",
        "codes": "new recovery codes",
        "secret": "the client secret",
        "key": "the key",
        "token": "the API token",
        "approved": "approved",
        "refused": "refused",
        "withdrawn": "withdrawn",
        "void": "void, because the resource or an account is gone",
        "expired": "expired without an answer",
        "own_ca": "the own CA",
        "client_certificate": "the center's client certificate",
    },
    "zh": {
        "otp": "身份验证器应用",
        "pop": "通行密钥",
        "codes": "新的恢复码",
        "secret": "客户端密钥",
        "key": "密钥",
        "token": "API 令牌",
        "approved": "已批准",
        "refused": "已拒绝",
        "withdrawn": "已撤回",
        "void": "已作废（资源或账号已不存在）",
        "expired": "已过期，无人处理",
        "own_ca": "专用 CA 证书",
        "client_certificate": "用户中心客户端证书",
    },
}
"""What the facts `what` and `state` are called."""
ENDS = {
    "en": "\n-- \nSent by {issuer}. Nobody reads answers to this address.\n",
    "zh": "\n-- \n由 {issuer} 自动发送，请勿回复。\n",
}
