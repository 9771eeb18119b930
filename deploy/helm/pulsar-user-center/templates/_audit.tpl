{{- define "audit.claims" -}}
- name: events
  persistentVolumeClaim: {claimName: {{ required "audit.eventsClaim: the claim with the brokers' event files" .Values.audit.eventsClaim }}, readOnly: true}
- name: audit
  persistentVolumeClaim: {claimName: {{ required "audit.dataClaim: the claim for the audit's tables and results" .Values.audit.dataClaim }}}
{{- end }}

{{- /* As in docker/audit.Dockerfile, whose user may read what brokers (10000:0) write. */}}
{{- define "audit.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10000
runAsGroup: 0
fsGroup: 0
seccompProfile: {type: RuntimeDefault}
{{- end }}

{{- /* (list ROOT NAME COMMAND…): a container of the audit that speaks to the center's database */}}
{{- define "audit.container" -}}
{{- $root := index . 0 -}}
name: {{ index . 1 }}
image: {{ include "center.image" (dict "image" $root.Values.audit.image "version" $root.Chart.AppVersion) | quote }}
imagePullPolicy: {{ $root.Values.audit.image.pullPolicy }}
command: {{ toJson (slice . 2) }}
env: {{- include "center.environment" $root | nindent 2 }}
resources: {{- toYaml $root.Values.audit.resources | nindent 2 }}
securityContext: {{- include "center.containerSecurity" $root | nindent 2 }}
volumeMounts: {{- include "center.mounts" $root | nindent 2 }}
  - {name: events, mountPath: /events, readOnly: true}
  - {name: audit, mountPath: /audit}
{{- end }}

{{- /* (dict "root" ROOT "containers" TEXT "first" TEXT): the pod of a job */}}
{{- define "audit.pod" -}}
restartPolicy: Never
automountServiceAccountToken: false
enableServiceLinks: false
securityContext: {{- include "audit.podSecurity" .root | nindent 2 }}
{{- with .root.Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- include "center.placement" .root }}
{{- with .first }}
initContainers: {{- . | nindent 2 }}
{{- end }}
containers: {{- .containers | nindent 2 }}
volumes: {{- include "center.volumes" .root | nindent 2 }}
  {{- include "audit.claims" .root | nindent 2 }}
{{- end }}
