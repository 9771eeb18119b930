"""Mail and web hooks: addresses of users, one-time links, texts, and sending.

It may use identity. Without `PUC_MAIL_HOST` no mail is sent.
"""
