"""E-mail: addresses of users, one-time links, texts, and sending. Without `PUC_MAIL_HOST` nothing is sent."""
