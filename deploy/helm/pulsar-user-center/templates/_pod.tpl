{{- /* What every container of the center needs: settings, and secrets as files. The key of the back-ups is not among them. */}}
{{- define "center.environment" -}}
- {name: PUC_ISSUER, value: {{ required "issuer: the address of the center, such as https://center.example" .Values.issuer | quote }}}
- {name: PUC_AUDIENCE, value: {{ .Values.audience | quote }}}
- {name: PUC_HOST, value: 0.0.0.0}
- {name: PUC_PORT, value: "8080"}
- {name: PUC_CLUSTER_ADDRESSES, value: {{ join "," .Values.clusterAddresses | quote }}}
- {name: PUC_TRUSTED_PROXIES, value: {{ join "," .Values.trustedProxies | quote }}}
{{- range $name, $value := .Values.settings }}
- {name: {{ $name }}, value: {{ include "center.value" $value | quote }}}
{{- end }}
{{- range $key, $name := omit .Values.secret.keys "backupKey" }}
{{- if $name }}
- {name: PUC_{{ $key | snakecase | upper }}_FILE, value: /run/secrets/user-center/{{ $name }}}
{{- end }}
{{- end }}
{{- end }}

{{- /* Helm reads each number as a float, and would write 10000000 as 1e+07. */}}
{{- define "center.value" -}}
{{- if kindIs "float64" . }}{{ if eq (floor .) . }}{{ int64 . }}{{ else }}{{ . }}{{ end }}{{ else }}{{ . }}{{ end }}
{{- end }}

{{- define "center.mounts" -}}
- {name: secrets, mountPath: /run/secrets/user-center, readOnly: true}
- {name: temporary, mountPath: /tmp}
{{- with .Values.extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "center.volumes" -}}
- name: secrets
  secret:
    secretName: {{ required "secret.name: an existing Secret with the keys of secret.keys" .Values.secret.name }}
    defaultMode: 0440
    items:
    {{- range $key, $name := omit .Values.secret.keys "backupKey" }}
    {{- if $name }}
      - {key: {{ $name }}, path: {{ $name }}}
    {{- end }}
    {{- end }}
- name: temporary
  emptyDir: {sizeLimit: 256Mi}
{{- with .Values.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- /* Where a job's pod runs; one that says nothing of it runs anywhere. */}}
{{- define "center.placement" -}}
{{- range $field := list "nodeSelector" "tolerations" "affinity" }}
{{- with index $.Values $field }}
{{ $field }}: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
{{- end }}

{{- define "center.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile: {type: RuntimeDefault}
{{- end }}

{{- define "center.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: {drop: [ALL]}
{{- end }}
