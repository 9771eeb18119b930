"""What e-mails say: subject and text by language and kind. Names in braces are facts; `link` is always there."""

_NOT_YOU = "If this was not you, choose a new password at once and tell an administrator."
_NOT_YOU_ZH = "如果不是您本人操作，请立即更改密码并告知管理员。"

EN = {
    "confirm_address": (
        "Confirm your e-mail address",
        "Somebody, probably you, entered this address for the account {user}.\n\n"
        "To confirm it, open this link within 24 hours; it works once:\n{link}\n\n"
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
    "new_factor": ("A new second factor", "A second factor was added to {user}: {name}.\n\n" + _NOT_YOU + "\n"),
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
    "request_to_decide": (
        "A request waits for you",
        "{requester} asks for rights on {resource} for {receiver}. You may decide:\n\n{link}\n",
    ),
    "request_decided": (
        "Your request was decided",
        "The request for rights on {resource} for {receiver} was answered: {state}.\n\n{link}\n",
    ),
    "other": ("There is news", "There is news for you at the center:\n\n{link}\n"),
}
ZH = {
    "confirm_address": (
        "确认您的电子邮件地址",
        "有人（可能是您）为账号 {user} 填写了此地址。\n\n"
        "请在 24 小时内打开以下链接进行确认（仅可使用一次）：\n{link}\n\n如果您不知情，请忽略此邮件。\n",
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
    "new_factor": ("新增了第二因素", "{user} 新增了第二因素：{name}。\n\n" + _NOT_YOU_ZH + "\n"),
    "new_network": (
        "来自新网络的登录",
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
    "request_to_decide": (
        "有申请等待您处理",
        "{requester} 为 {receiver} 申请 {resource} 上的权限，您可以处理：\n\n{link}\n",
    ),
    "request_decided": (
        "您的申请已处理",
        "为 {receiver} 申请 {resource} 上的权限已处理，结果：{state}。\n\n{link}\n",
    ),
    "other": ("您有新消息", "用户中心有您的新消息：\n\n{link}\n"),
}
TEXTS = {"en": EN, "zh": ZH}
ENDS = {
    "en": "\n-- \nSent by {issuer}. Nobody reads answers to this address.\n",
    "zh": "\n-- \n由 {issuer} 自动发送，请勿回复。\n",
}
