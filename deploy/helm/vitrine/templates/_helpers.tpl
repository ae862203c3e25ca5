{{- define "vitrine.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{- define "vitrine.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 63 | trimSuffix "-" -}}
{{- else if contains (include "vitrine.name" .) .Release.Name -}}
{{- .Release.Name | trunc 63 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name (include "vitrine.name" .) | trunc 63 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{/* What a selector may use: it can never be changed afterwards. */}}
{{- define "vitrine.selectorLabels" -}}
app.kubernetes.io/name: {{ include "vitrine.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: node
{{- end -}}

{{- define "vitrine.commonLabels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}

{{- define "vitrine.labels" -}}
{{ include "vitrine.selectorLabels" . }}
{{ include "vitrine.commonLabels" . }}
{{- end -}}

{{/* The pod of `helm test` is no node: it must not be chosen by the Service. */}}
{{- define "vitrine.testLabels" -}}
app.kubernetes.io/name: {{ include "vitrine.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: test
{{- end -}}

{{/* Nor is that of the job that prepares the database. */}}
{{- define "vitrine.prepareLabels" -}}
app.kubernetes.io/name: {{ include "vitrine.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: prepare
{{- end -}}

{{- define "vitrine.serviceAccountName" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "vitrine.fullname" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- default "default" .Values.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{- define "vitrine.image" -}}
{{- if .Values.image.digest -}}
{{- printf "%s@%s" .Values.image.repository .Values.image.digest -}}
{{- else -}}
{{- printf "%s:%s" .Values.image.repository (default .Chart.AppVersion .Values.image.tag) -}}
{{- end -}}
{{- end -}}

{{- define "vitrine.isPostgres" -}}
{{- if eq .Values.store.type "postgres" }}true{{ end -}}
{{- end -}}

{{- define "vitrine.storeSecret" -}}
{{- required "store.postgres.secretName is missing: create a secret with the URL of the database and name it here" .Values.store.postgres.secretName -}}
{{- end -}}

{{/* The secret with the authority of OpenSearch, if there are both. */}}
{{- define "vitrine.searchCa" -}}
{{- if .Values.search.urls }}{{ .Values.search.ca.secretName }}{{ end -}}
{{- end -}}

{{- define "vitrine.searchCaFolder" -}}/etc/vitrine/search-ca{{- end -}}

{{- define "vitrine.replicas" -}}
{{- if include "vitrine.isPostgres" . }}{{ .Values.replicas }}{{ else }}1{{ end -}}
{{- end -}}

{{- define "vitrine.containerSecurity" -}}
allowPrivilegeEscalation: false
capabilities:
  drop: [ALL]
readOnlyRootFilesystem: true
{{- end -}}

{{- define "vitrine.podSecurity" -}}
runAsNonRoot: true
runAsUser: 65532
runAsGroup: 65532
fsGroup: 65532
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end -}}
