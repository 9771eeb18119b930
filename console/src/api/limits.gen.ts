/** Written by limits.mjs from docs/openapi.json: `npm run generate`. */
export const LIMITS = {
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
  "GrantChange": {
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
  "NewAccessRequest": {
    "res_type": {
      "min": 1,
      "max": 4
    },
    "resource": {
      "minLength": 1,
      "maxLength": 512
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
  "NewApproval": {
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
      "min": 1,
      "max": 3650
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
  "NewErasure": {
    "user": {
      "minLength": 1,
      "maxLength": 128
    }
  },
  "NewGrant": {
    "role_id": {
      "min": 1
    },
    "user_id": {
      "min": 1
    },
    "res_type": {
      "min": 0,
      "max": 4
    },
    "res_id": {
      "min": 0
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
  "NewNamespace": {
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
    }
  },
  "NewTenant": {
    "name": {
      "maxLength": 256
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
      "min": 1,
      "max": 3650
    }
  },
  "NewTopic": {
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
    }
  },
  "OneGrantChange": {
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
  "ResourceChange": {
    "remark": {
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
  "TopicChange": {
    "remark": {
      "maxLength": 256
    },
    "partitions": {
      "min": 0,
      "max": 10000
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
    }
  }
} as const;
