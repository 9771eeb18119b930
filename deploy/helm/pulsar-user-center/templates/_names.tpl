{{- define "center.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 52 | trimSuffix "-" }}
{{- else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 52 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "center.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "center.labels" -}}
{{ include "center.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end }}

{{- define "center.serviceAccount" -}}
{{ .Values.serviceAccount.name | default (include "center.name" .) }}
{{- end }}

{{- /* (dict "image" IMAGE "version" VERSION) → the reference to pull */}}
{{- define "center.image" -}}
{{- if .image.digest }}{{ printf "%s@%s" .image.repository .image.digest }}
{{- else }}{{ printf "%s:%s" .image.repository (.image.tag | default .version) }}{{ end }}
{{- end }}
