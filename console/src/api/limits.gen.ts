/** Written by limits.mjs from docs/openapi.json: `npm run generate`. */
export const LIMITS = {
  "Acceptance": {
    "until": {
      "min": 0
    },
    "reason": {
      "minLength": 1,
      "maxLength": 500
    }
  },
  "AnsweredLine": {
    "id": {
      "min": 1
    },
    "confirm": {
      "maxLength": 1024
    }
  },
  "ApplicationFields": {
    "name": {
      "minLength": 1,
      "maxLength": 128
    },
    "redirect_uris": {
      "maxItems": 20
    },
    "logout_uris": {
      "maxItems": 20
    },
    "audiences": {
      "maxItems": 2
    }
  },
  "ApprovedAccount": {
    "username": {
      "minLength": 1,
      "maxLength": 128
    },
    "nick": {
      "minLength": 1,
      "maxLength": 128
    },
    "group_name": {
      "minLength": 1,
      "maxLength": 128
    },
    "tenant_name": {
      "minLength": 1,
      "maxLength": 128
    },
    "cluster_ids": {
      "maxItems": 64
    },
    "authorities": {
      "maxItems": 64
    },
    "comment": {
      "maxLength": 500
    }
  },
  "Asked": {
    "cluster_id": {
      "min": 1
    },
    "cluster": {
      "maxLength": 512
    },
    "principal": {
      "maxLength": 512
    },
    "question": {
      "maxLength": 64
    },
    "resource": {
      "maxLength": 512
    },
    "subscription": {
      "maxLength": 512
    },
    "address": {
      "maxLength": 64
    },
    "as_of": {
      "min": 0
    },
    "as_of_time": {
      "min": 0
    },
    "at": {
      "min": 0
    }
  },
  "BulkChange": {
    "grant": {
      "maxItems": 1000
    },
    "change": {
      "maxItems": 1000
    },
    "revoke": {
      "maxItems": 1000
    }
  },
  "Clear": {
    "subscription": {
      "minLength": 1,
      "maxLength": 254
    },
    "cluster_id": {
      "min": 1
    },
    "partition": {
      "min": 0,
      "max": 100000
    },
    "confirm": {
      "maxLength": 254
    }
  },
  "ClusterChange": {
    "address": {
      "maxLength": 128
    },
    "admin_url": {
      "maxLength": 256
    },
    "admin_user_id": {
      "min": 1
    },
    "remark": {
      "maxLength": 256
    }
  },
  "ClusterTlsChange": {
    "authorities": {
      "maxLength": 32768
    },
    "certificate": {
      "maxLength": 32768
    },
    "private_key": {
      "maxLength": 32768
    }
  },
  "Confirmed": {
    "confirm": {
      "maxLength": 1024
    }
  },
  "Decision": {
    "request": {
      "minLength": 1,
      "maxLength": 16384
    }
  },
  "Delete": {
    "subscription": {
      "minLength": 1,
      "maxLength": 254
    },
    "cluster_id": {
      "min": 1
    },
    "partition": {
      "min": 0,
      "max": 100000
    },
    "confirm": {
      "maxLength": 254
    }
  },
  "DeviceDecision": {
    "user_code": {
      "minLength": 1,
      "maxLength": 32
    },
    "networks": {
      "maxItems": 50
    }
  },
  "EmailChange": {
    "email": {
      "maxLength": 254
    },
    "topics_off": {
      "maxItems": 5
    }
  },
  "EncryptionKeyChange": {
    "rotate_days": {
      "min": 1,
      "max": 3650
    }
  },
  "Expire": {
    "subscription": {
      "minLength": 1,
      "maxLength": 254
    },
    "cluster_id": {
      "min": 1
    },
    "partition": {
      "min": 0,
      "max": 100000
    },
    "confirm": {
      "maxLength": 254
    },
    "older_than_seconds": {
      "min": 1,
      "max": 1000000000
    }
  },
  "ForgottenPassword": {
    "username": {
      "minLength": 1,
      "maxLength": 128
    }
  },
  "GrantChange": {
    "authorities": {
      "maxItems": 64
    },
    "valid_from": {
      "min": 0
    },
    "valid_until": {
      "min": 0
    },
    "remark": {
      "maxLength": 256
    }
  },
  "GroupChange": {
    "name": {
      "maxLength": 128
    },
    "remark": {
      "maxLength": 256
    }
  },
  "GroupRole": {
    "group": {
      "minLength": 1,
      "maxLength": 255
    },
    "role_id": {
      "min": 1,
      "max": 9007199254740991
    }
  },
  "GroupRoles": {
    "items": {
      "maxItems": 500
    }
  },
  "LinkedPassword": {
    "link": {
      "minLength": 1,
      "maxLength": 128
    },
    "new": {
      "minLength": 1,
      "maxLength": 1024
    }
  },
  "ManyAnswers": {
    "lines": {
      "maxItems": 20
    },
    "notice_hours": {
      "min": 0,
      "max": 720
    }
  },
  "Membership": {
    "user_id": {
      "min": 1
    },
    "role_id": {
      "min": 1
    }
  },
  "NamespaceChange": {
    "remark": {
      "maxLength": 256
    }
  },
  "NetworkListChange": {
    "networks": {
      "maxItems": 50
    },
    "remark": {
      "maxLength": 256
    }
  },
  "NewAccessRequest": {
    "res_type": {
      "min": 0,
      "max": 4
    },
    "resource": {
      "minLength": 1,
      "maxLength": 512
    },
    "authorities": {
      "maxItems": 64
    },
    "reason": {
      "minLength": 1,
      "maxLength": 1000
    },
    "user_id": {
      "min": 1
    },
    "valid_until": {
      "min": 0
    }
  },
  "NewApplication": {
    "name": {
      "minLength": 1,
      "maxLength": 128
    },
    "redirect_uris": {
      "maxItems": 20
    },
    "logout_uris": {
      "maxItems": 20
    },
    "audiences": {
      "maxItems": 2
    },
    "service_id": {
      "min": 1
    }
  },
  "NewApproval": {
    "authorities": {
      "maxItems": 64
    },
    "valid_until": {
      "min": 0
    },
    "comment": {
      "minLength": 1,
      "maxLength": 500
    }
  },
  "NewBrokerToken": {
    "days": {
      "min": 1
    }
  },
  "NewCluster": {
    "name": {
      "maxLength": 256
    },
    "address": {
      "maxLength": 128
    },
    "admin_url": {
      "maxLength": 256
    },
    "admin_user_id": {
      "min": 1
    },
    "remark": {
      "maxLength": 256
    }
  },
  "NewEncryptionKey": {
    "public_key": {
      "maxLength": 4096
    },
    "private_key": {
      "maxLength": 4096
    },
    "name": {
      "maxLength": 64
    },
    "rotate_days": {
      "min": 1,
      "max": 3650
    }
  },
  "NewErasure": {
    "user": {
      "minLength": 1,
      "maxLength": 128
    }
  },
  "NewGrant": {
    "res_type": {
      "min": 0,
      "max": 4
    },
    "role_id": {
      "min": 1
    },
    "user_id": {
      "min": 1
    },
    "res_id": {
      "min": 0
    },
    "authorities": {
      "maxItems": 64
    },
    "valid_from": {
      "min": 0
    },
    "valid_until": {
      "min": 0
    },
    "remark": {
      "maxLength": 256
    }
  },
  "NewGroup": {
    "name": {
      "maxLength": 128
    },
    "remark": {
      "maxLength": 256
    }
  },
  "NewImport": {
    "mapping": {
      "maxLength": 2000000
    }
  },
  "NewInvitation": {
    "email": {
      "maxLength": 254
    }
  },
  "NewKey": {
    "name": {
      "minLength": 1,
      "maxLength": 128
    },
    "pem": {
      "maxLength": 8192
    },
    "days": {
      "min": 1,
      "max": 3650
    },
    "networks": {
      "maxItems": 50
    }
  },
  "NewKeyVersion": {
    "public_key": {
      "maxLength": 4096
    },
    "private_key": {
      "maxLength": 4096
    }
  },
  "NewLimits": {
    "prefix": {
      "minLength": 1,
      "maxLength": 255
    },
    "subscriptions": {
      "maxItems": 50
    },
    "networks": {
      "maxItems": 50
    }
  },
  "NewNamespace": {
    "preset": {
      "maxLength": 64
    },
    "tenant_id": {
      "min": 1
    },
    "name": {
      "maxLength": 256
    },
    "bundles": {
      "min": 1,
      "max": 1024
    },
    "remark": {
      "maxLength": 256
    }
  },
  "NewNetworkList": {
    "name": {
      "maxLength": 64
    },
    "networks": {
      "maxItems": 50
    },
    "remark": {
      "maxLength": 256
    }
  },
  "NewOptOut": {
    "grant_id": {
      "min": 1
    },
    "user_id": {
      "min": 1
    },
    "reason": {
      "minLength": 1,
      "maxLength": 500
    },
    "until": {
      "min": 0
    }
  },
  "NewPasskey": {
    "name": {
      "minLength": 1,
      "maxLength": 64
    }
  },
  "NewPassword": {
    "current": {
      "minLength": 1,
      "maxLength": 1024
    },
    "new": {
      "minLength": 1,
      "maxLength": 1024
    }
  },
  "NewProvider": {
    "name": {
      "minLength": 1,
      "maxLength": 64
    },
    "client_id": {
      "minLength": 1,
      "maxLength": 255
    },
    "client_secret": {
      "minLength": 1,
      "maxLength": 1024
    },
    "scopes": {
      "minLength": 1,
      "maxLength": 255
    },
    "name_claim": {
      "minLength": 1,
      "maxLength": 128
    },
    "groups_claim": {
      "minLength": 1,
      "maxLength": 128
    },
    "email_domains": {
      "maxItems": 50
    },
    "group_id": {
      "min": 1,
      "max": 9007199254740991
    },
    "issuer": {
      "minLength": 1,
      "maxLength": 255
    }
  },
  "NewRegistration": {
    "username": {
      "minLength": 1,
      "maxLength": 128
    },
    "nick": {
      "minLength": 1,
      "maxLength": 128
    },
    "contact": {
      "minLength": 3,
      "maxLength": 256
    },
    "group_name": {
      "minLength": 1,
      "maxLength": 128
    },
    "tenant_name": {
      "minLength": 1,
      "maxLength": 128
    },
    "cluster": {
      "minLength": 1,
      "maxLength": 128
    },
    "reason": {
      "minLength": 1,
      "maxLength": 1000
    }
  },
  "NewRemediation": {
    "suggestions": {
      "maxItems": 100
    },
    "reason": {
      "minLength": 1,
      "maxLength": 500
    },
    "notice_days": {
      "min": 0,
      "max": 365
    }
  },
  "NewRole": {
    "name": {
      "minLength": 1,
      "maxLength": 128
    },
    "remark": {
      "maxLength": 256
    }
  },
  "NewRun": {
    "center": {
      "maxLength": 128
    },
    "epoch": {
      "maxLength": 64
    },
    "generated": {
      "min": 0
    }
  },
  "NewSecret": {
    "days": {
      "min": 1,
      "max": 3650
    },
    "networks": {
      "maxItems": 50
    }
  },
  "NewTenant": {
    "name": {
      "maxLength": 256
    },
    "cluster_ids": {
      "maxItems": 64
    },
    "remark": {
      "maxLength": 256
    }
  },
  "NewToken": {
    "name": {
      "minLength": 1,
      "maxLength": 128
    },
    "days": {
      "min": 1
    },
    "audiences": {
      "maxItems": 2
    },
    "networks": {
      "maxItems": 50
    },
    "scope": {
      "maxItems": 20
    }
  },
  "NewTopic": {
    "preset": {
      "maxLength": 64
    },
    "namespace_id": {
      "min": 1
    },
    "name": {
      "maxLength": 256
    },
    "partitions": {
      "min": 0,
      "max": 10000
    },
    "remark": {
      "maxLength": 256
    }
  },
  "NewUser": {
    "username": {
      "maxLength": 256
    },
    "nick": {
      "maxLength": 128
    },
    "group_id": {
      "min": 1
    },
    "parent_id": {
      "min": 1
    },
    "remark": {
      "maxLength": 256
    },
    "networks": {
      "maxItems": 50
    }
  },
  "NewWebHook": {
    "name": {
      "minLength": 1,
      "maxLength": 64
    },
    "url": {
      "minLength": 1,
      "maxLength": 500
    },
    "kinds": {
      "maxItems": 50
    }
  },
  "OneRevocation": {
    "id": {
      "min": 1
    },
    "version": {
      "maxLength": 32
    }
  },
  "PasswordSignIn": {
    "username": {
      "minLength": 1,
      "maxLength": 128
    },
    "password": {
      "minLength": 1,
      "maxLength": 1024
    }
  },
  "PolicyWish": {
    "preset": {
      "maxLength": 64
    }
  },
  "PrivateHalfWanted": {
    "topic": {
      "minLength": 1,
      "maxLength": 512
    },
    "name": {
      "maxLength": 64
    },
    "number": {
      "min": 1,
      "max": 2147483647
    },
    "reason": {
      "minLength": 1,
      "maxLength": 256
    },
    "subscription": {
      "minLength": 1,
      "maxLength": 254
    }
  },
  "Proposal": {
    "revoke": {
      "maxItems": 100
    },
    "change": {
      "maxItems": 100
    },
    "leave": {
      "maxItems": 100
    },
    "join": {
      "maxItems": 100
    },
    "grant": {
      "maxItems": 100
    },
    "disable": {
      "maxItems": 100
    },
    "approve": {
      "maxItems": 100
    },
    "undo": {
      "maxItems": 100
    }
  },
  "ProposedApproval": {
    "id": {
      "min": 1
    },
    "authorities": {
      "maxItems": 64
    },
    "valid_until": {
      "min": 0
    }
  },
  "ProposedChange": {
    "authorities": {
      "maxItems": 64
    },
    "valid_from": {
      "min": 0
    },
    "valid_until": {
      "min": 0
    },
    "remark": {
      "maxLength": 256
    },
    "id": {
      "min": 1
    }
  },
  "ProviderAnswer": {
    "state": {
      "minLength": 1,
      "maxLength": 256
    },
    "code": {
      "minLength": 1,
      "maxLength": 8192
    },
    "iss": {
      "maxLength": 2048
    },
    "error": {
      "maxLength": 1024
    }
  },
  "ProviderChange": {
    "name": {
      "minLength": 1,
      "maxLength": 64
    },
    "client_id": {
      "minLength": 1,
      "maxLength": 255
    },
    "client_secret": {
      "minLength": 1,
      "maxLength": 1024
    },
    "scopes": {
      "minLength": 1,
      "maxLength": 255
    },
    "name_claim": {
      "minLength": 1,
      "maxLength": 128
    },
    "groups_claim": {
      "minLength": 1,
      "maxLength": 128
    },
    "email_domains": {
      "maxItems": 50
    },
    "group_id": {
      "min": 1,
      "max": 9007199254740991
    }
  },
  "Question": {
    "cluster_id": {
      "min": 1
    },
    "cluster": {
      "maxLength": 512
    },
    "principal": {
      "maxLength": 512
    },
    "question": {
      "maxLength": 64
    },
    "resource": {
      "maxLength": 512
    },
    "subscription": {
      "maxLength": 512
    },
    "address": {
      "maxLength": 64
    }
  },
  "Questions": {
    "questions": {
      "maxItems": 1000
    },
    "at": {
      "min": 0
    },
    "as_of": {
      "min": 0
    }
  },
  "ReadNotices": {
    "ids": {
      "maxItems": 500
    }
  },
  "ReceiptCode": {
    "receipt": {
      "minLength": 1,
      "maxLength": 128
    }
  },
  "Repair": {
    "confirm": {
      "maxLength": 1024
    },
    "notice_hours": {
      "min": 0,
      "max": 720
    }
  },
  "Reset": {
    "subscription": {
      "minLength": 1,
      "maxLength": 254
    },
    "cluster_id": {
      "min": 1
    },
    "partition": {
      "min": 0,
      "max": 100000
    },
    "confirm": {
      "maxLength": 254
    },
    "to_time": {
      "min": 0,
      "max": 253402300799999
    }
  },
  "ResourceChange": {
    "remark": {
      "maxLength": 256
    }
  },
  "Revocation": {
    "reason": {
      "minLength": 1,
      "maxLength": 256
    }
  },
  "RoleChange": {
    "name": {
      "minLength": 1,
      "maxLength": 128
    },
    "remark": {
      "maxLength": 256
    }
  },
  "SealedRequest": {
    "request": {
      "minLength": 1,
      "maxLength": 16384
    }
  },
  "SealedSignOut": {
    "request": {
      "maxLength": 16384
    }
  },
  "ShownAgain": {
    "password": {
      "minLength": 1,
      "maxLength": 1024
    },
    "code": {
      "minLength": 1,
      "maxLength": 64
    }
  },
  "ShownCode": {
    "code": {
      "minLength": 1,
      "maxLength": 16
    }
  },
  "ShownFactor": {
    "code": {
      "minLength": 1,
      "maxLength": 64
    },
    "recovery_code": {
      "minLength": 1,
      "maxLength": 64
    }
  },
  "ShownLink": {
    "link": {
      "minLength": 1,
      "maxLength": 128
    }
  },
  "Simulated": {
    "questions": {
      "maxItems": 1000
    },
    "usage_days": {
      "min": 1,
      "max": 400
    },
    "at": {
      "min": 0
    }
  },
  "Skip": {
    "subscription": {
      "minLength": 1,
      "maxLength": 254
    },
    "cluster_id": {
      "min": 1
    },
    "partition": {
      "min": 0,
      "max": 100000
    },
    "confirm": {
      "maxLength": 254
    },
    "messages": {
      "min": 1,
      "max": 2147483647
    }
  },
  "SplitBundle": {
    "cluster_id": {
      "min": 1
    }
  },
  "SubscriptionPermission": {
    "subscription": {
      "minLength": 1,
      "maxLength": 254
    },
    "users": {
      "maxItems": 200
    }
  },
  "TokenPart": {
    "name": {
      "minLength": 1,
      "maxLength": 1024
    },
    "authorities": {
      "maxItems": 50
    },
    "clusters": {
      "maxItems": 50
    }
  },
  "TopicChange": {
    "remark": {
      "maxLength": 256
    },
    "partitions": {
      "min": 0,
      "max": 10000
    }
  },
  "TopicsToWrite": {
    "topics": {
      "maxItems": 1000
    }
  },
  "Tried": {
    "suggestions": {
      "maxItems": 100
    },
    "usage_days": {
      "min": 1,
      "max": 400
    }
  },
  "TypedCode": {
    "user_code": {
      "minLength": 1,
      "maxLength": 32
    }
  },
  "Undo": {
    "entries": {
      "maxItems": 100
    }
  },
  "UnloadBundles": {
    "cluster_id": {
      "min": 1
    }
  },
  "UnloadTopic": {
    "cluster_id": {
      "min": 1
    }
  },
  "UserChange": {
    "nick": {
      "maxLength": 128
    },
    "group_id": {
      "min": 1
    },
    "remark": {
      "maxLength": 256
    },
    "networks": {
      "maxItems": 50
    }
  },
  "VersionedChange": {
    "authorities": {
      "maxItems": 64
    },
    "valid_from": {
      "min": 0
    },
    "valid_until": {
      "min": 0
    },
    "remark": {
      "maxLength": 256
    },
    "id": {
      "min": 1
    },
    "version": {
      "maxLength": 32
    }
  },
  "WantedDestruction": {
    "reason": {
      "minLength": 1,
      "maxLength": 500
    }
  },
  "WithComment": {
    "comment": {
      "minLength": 1,
      "maxLength": 500
    }
  }
} as const;

/** Every kind of notice. */
export const NOTICE_KINDS = [
  "grant_ends",
  "given_grant_ends",
  "secret_ends",
  "token_ends",
  "certificate_ends",
  "request_to_decide",
  "request_decided",
  "factor_reset",
  "key_destruction",
  "removal_planned",
  "removal_cancelled",
  "removal_done",
  "removal_undone",
  "removal_spared",
  "drift_found",
  "many_keys_fetched",
  "signing_key_revoked"
] as const;
