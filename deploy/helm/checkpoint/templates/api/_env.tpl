{{- define "checkpoint.api.serviceAccount" -}}
{{- if .Values.api.serviceAccount.create -}}
{{ .Values.api.serviceAccount.name | default (printf "%s-api" (include "checkpoint.fullname" .)) }}
{{- else -}}
{{ .Values.api.serviceAccount.name | default "default" }}
{{- end -}}
{{- end -}}

{{- define "checkpoint.witnessUrl" -}}
{{- if .Values.witness.enabled -}}
http://{{ include "checkpoint.fullname" . }}-witness:3001
{{- end -}}
{{- end -}}

{{- define "checkpoint.api.env" -}}
{{- $component := dict "context" . "component" "worker" -}}
- name: CHECKPOINT_HOST
  value: 0.0.0.0
- name: CHECKPOINT_API_PORT
  value: "3000"
{{ include "checkpoint.journalEnv" $component }}
{{ include "checkpoint.temporalEnv" $component }}
{{- with include "checkpoint.temporal.bufferedEventsLimit" . }}
- name: TEMPORAL_BUFFERED_EVENTS_LIMIT
  value: {{ . | quote }}
{{- end }}
{{- with .Values.temporal.uiUrl }}
- name: TEMPORAL_UI_URL
  value: {{ . | quote }}
{{- end }}
{{- with .Values.observability.otlp.viewerUrl }}
- name: CHECKPOINT_TRACES_URL
  value: {{ . | quote }}
{{- end }}
- name: CHECKPOINT_FLEET
  value: {{ .Values.api.fleet }}
{{- if eq .Values.api.fleet "kubernetes" }}
- name: CHECKPOINT_KUBERNETES_NAMESPACE
  valueFrom: { fieldRef: { fieldPath: metadata.namespace } }
- name: CHECKPOINT_KUBERNETES_SELECTOR
  value: {{ include "checkpoint.selectorLabels" $component | replace ": " "=" | replace "\n" "," | quote }}
- name: CHECKPOINT_KUBERNETES_OWNER
  value: {{ include "checkpoint.fullname" . }}-worker
{{- end }}
- name: CHECKPOINT_FAULTS
  value: {{ .Values.faults }}
- name: CHECKPOINT_RETENTION_DAYS
  value: {{ .Values.api.retentionDays | quote }}
{{- with include "checkpoint.witnessUrl" . }}
- name: WITNESS_URL
  value: {{ . | quote }}
{{- end }}
{{- include "checkpoint.api.accessEnv" . }}
- name: LOG_LEVEL
  value: {{ .Values.observability.logLevel }}
{{- if .Values.observability.metrics.enabled }}
- name: CHECKPOINT_METRICS_PORT
  value: {{ .Values.observability.metrics.port | quote }}
{{- end }}
{{ include "checkpoint.identityEnv" . }}
{{- include "checkpoint.tracingEnv" $component }}
{{- include "checkpoint.heapEnv" (dict "values" .Values.api) }}
{{- end -}}
