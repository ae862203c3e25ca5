{{/* The pod of a node, the same with both stores except for its volume. */}}
{{- define "vitrine.pod" -}}
metadata:
  labels:
    {{- include "vitrine.labels" . | nindent 4 }}
    {{- with .Values.podLabels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  {{- with .Values.podAnnotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  {{- with .Values.imagePullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  serviceAccountName: {{ include "vitrine.serviceAccountName" . }}
  automountServiceAccountToken: false
  # The variables of a Service called `vitrine` would look like settings.
  enableServiceLinks: false
  securityContext:
    {{- include "vitrine.podSecurity" . | nindent 4 }}
  # The time to drain, to finish running requests and to close; then the pod is killed.
  terminationGracePeriodSeconds: {{ add .Values.shutdown.drainSeconds .Values.shutdown.timeoutSeconds .Values.shutdown.closeSeconds }}
  containers:
    - name: vitrine
      image: {{ include "vitrine.image" . }}
      imagePullPolicy: {{ .Values.image.pullPolicy }}
      securityContext:
        {{- include "vitrine.containerSecurity" . | nindent 8 }}
      env:
        {{- include "vitrine.env" . | nindent 8 }}
      ports:
        - name: http
          containerPort: 8080
      # A first start migrates the store; then the other two take over.
      startupProbe:
        httpGet: { path: /healthz, port: http }
        periodSeconds: 2
        timeoutSeconds: 2
        failureThreshold: 300
      # Only whether the process answers. It must not fail because the store does: a restart would not help.
      livenessProbe:
        httpGet: { path: /healthz, port: http }
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 6
      # Whether requests can be answered: the store is in reach and search indexes are loaded.
      readinessProbe:
        httpGet: { path: /readyz, port: http }
        periodSeconds: 2
        timeoutSeconds: 2
        failureThreshold: 2
      resources:
        {{- toYaml .Values.resources | nindent 8 }}
      volumeMounts:
        - { name: data, mountPath: /data }
        - { name: tmp, mountPath: /tmp }
        {{- if include "vitrine.searchCa" . }}
        - { name: search-ca, mountPath: {{ include "vitrine.searchCaFolder" . }}, readOnly: true }
        {{- end }}
  volumes:
    {{- with include "vitrine.searchCa" . }}
    - name: search-ca
      secret:
        secretName: {{ . }}
    {{- end }}
    - name: tmp
      emptyDir: { sizeLimit: 64Mi }
    {{- if include "vitrine.isPostgres" . }}
    - name: data
      emptyDir: { sizeLimit: {{ .Values.scratchSize }} }
    {{- end }}
  {{- if include "vitrine.isPostgres" . }}
  topologySpreadConstraints:
    {{- include "vitrine.spread" . | trim | nindent 4 }}
  {{- end }}
  {{- with .Values.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.affinity }}
  affinity:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.priorityClassName }}
  priorityClassName: {{ . }}
  {{- end }}
{{- end -}}

{{- define "vitrine.env" -}}
# The pod leaves the Service at once, but proxies hear of it later. Until then it answers.
- name: VITRINE_SHUTDOWN_DRAIN_MS
  value: {{ mul .Values.shutdown.drainSeconds 1000 | quote }}
- name: VITRINE_SHUTDOWN_TIMEOUT_MS
  value: {{ mul .Values.shutdown.timeoutSeconds 1000 | quote }}
{{- if gt (int .Values.workers) 1 }}
- name: VITRINE_WORKERS
  value: {{ .Values.workers | quote }}
{{- end }}
{{- with .Values.trustProxy }}
- name: VITRINE_TRUST_PROXY
  value: {{ . | quote }}
{{- end }}
{{- if include "vitrine.isPostgres" . }}
- name: VITRINE_STORE_URL
  valueFrom:
    secretKeyRef:
      name: {{ include "vitrine.storeSecret" . }}
      key: {{ .Values.store.postgres.urlKey }}
{{- end }}
{{- with .Values.search.urls }}
- name: VITRINE_SEARCH_URL
  value: {{ join "," . | quote }}
{{- with $.Values.search.credentials }}
{{- if .secretName }}
- name: VITRINE_SEARCH_USERNAME
  valueFrom:
    secretKeyRef: { name: {{ .secretName }}, key: {{ .usernameKey }} }
- name: VITRINE_SEARCH_PASSWORD
  valueFrom:
    secretKeyRef: { name: {{ .secretName }}, key: {{ .passwordKey }} }
{{- end }}
{{- end }}
{{- end }}
{{- if include "vitrine.searchCa" . }}
- name: VITRINE_SEARCH_CA_FILE
  value: {{ include "vitrine.searchCaFolder" . }}/{{ .Values.search.ca.key }}
{{- end }}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | toString | quote }}
{{- end }}
{{- range $name, $secret := .Values.secretSettings }}
- name: {{ $name }}
  valueFrom:
    secretKeyRef:
      name: {{ $secret.name }}
      key: {{ $secret.key }}
{{- end }}
{{- end -}}

{{- define "vitrine.spread" -}}
{{- $selector := dict "matchLabels" (include "vitrine.selectorLabels" . | fromYaml) -}}
{{- $default := list
  (dict "maxSkew" 1 "topologyKey" "kubernetes.io/hostname" "whenUnsatisfiable" "ScheduleAnyway")
  (dict "maxSkew" 1 "topologyKey" "topology.kubernetes.io/zone" "whenUnsatisfiable" "ScheduleAnyway") -}}
{{- range default $default .Values.topologySpreadConstraints }}
- {{ merge (dict "labelSelector" $selector) . | toYaml | nindent 2 | trim }}
{{- end }}
{{- end -}}
