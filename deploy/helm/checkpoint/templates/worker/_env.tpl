{{- define "checkpoint.worker.serviceAccount" -}}
{{- if .Values.worker.serviceAccount.create -}}
{{ .Values.worker.serviceAccount.name | default (printf "%s-worker" (include "checkpoint.fullname" .)) }}
{{- else -}}
{{ .Values.worker.serviceAccount.name | default "default" }}
{{- end -}}
{{- end -}}

{{/* What the agents' tools need: the witness plays the outside world where it is on; what the operator gives wins. */}}
{{- define "checkpoint.worker.agentSettings" -}}
{{- $settings := dict -}}
{{- with include "checkpoint.witnessUrl" . -}}
{{- $smtp := printf "smtp://%s-witness:2525" (include "checkpoint.fullname" $) -}}
{{- $settings = dict "fileStoreUrl" . "mailLookupUrl" . "paymentsUrl" . "smtpUrl" $smtp -}}
{{- end -}}
{{- toJson (merge (deepCopy .Values.worker.agentSettings) $settings) -}}
{{- end -}}

{{- define "checkpoint.worker.env" -}}
{{- $component := dict "context" . "component" "worker" -}}
{{- $worker := .Values.worker -}}
{{ include "checkpoint.journalEnv" $component }}
{{ include "checkpoint.temporalEnv" $component }}
{{- if .Values.api.enabled }}
- name: CHECKPOINT_API_URL
  value: http://{{ include "checkpoint.fullname" . }}-api:{{ .Values.api.service.port }}
{{- end }}
{{- with $worker.apiToken.existingSecret }}
- name: CHECKPOINT_API_TOKEN
  valueFrom: { secretKeyRef: { name: {{ . }}, key: {{ $worker.apiToken.key }} } }
{{- end }}
- name: CHECKPOINT_FAULTS
  value: {{ .Values.faults }}
{{- if or $worker.secretsKey.existingSecret .Values.postgresql.bundled.enabled }}
- name: CHECKPOINT_SECRETS_KEY
  {{- if $worker.secretsKey.existingSecret }}
  valueFrom:
    secretKeyRef:
      name: {{ $worker.secretsKey.existingSecret }}
      key: {{ $worker.secretsKey.key }}
  {{- else }}
  {{- include "checkpoint.bundledSecretRef" (dict "context" . "key" "sealing-key") | nindent 2 }}
  {{- end }}
{{- end }}
- name: AGENT_SETTINGS
  value: {{ include "checkpoint.worker.agentSettings" . | quote }}
{{- with $worker.modelProviders }}
- name: MODEL_PROVIDERS
  value: {{ toJson . | quote }}
{{- end }}
- name: CHECKPOINT_MAX_ACTIVITIES
  value: {{ $worker.temporal.maxConcurrentActivities | int | quote }}
- name: CHECKPOINT_MAX_CACHED_WORKFLOWS
  value: {{ $worker.temporal.maxCachedWorkflows | int | quote }}
- name: CHECKPOINT_STICKY_TIMEOUT_MS
  value: {{ $worker.temporal.stickyTimeoutMilliseconds | int | quote }}
- name: CHECKPOINT_SHUTDOWN_GRACE_MS
  value: {{ mul 1000 $worker.temporal.shutdownGraceSeconds | quote }}
- name: CHECKPOINT_SHUTDOWN_FORCE_MS
  value: {{ mul 1000 $worker.temporal.shutdownForceSeconds | quote }}
- name: LOG_LEVEL
  value: {{ .Values.observability.logLevel }}
- name: CHECKPOINT_HEALTH_PORT
  value: "8081"
{{- if .Values.observability.metrics.enabled }}
- name: CHECKPOINT_METRICS_PORT
  value: {{ .Values.observability.metrics.port | quote }}
- name: CHECKPOINT_TEMPORAL_METRICS_PORT
  value: {{ .Values.observability.metrics.temporalPort | quote }}
{{- end }}
{{ include "checkpoint.identityEnv" . }}
{{- include "checkpoint.tracingEnv" $component }}
{{- include "checkpoint.heapEnv" (dict "values" $worker) }}
{{- end -}}
