{{- define "checkpoint.temporal.address" -}}
{{- if .Values.temporal.bundled.enabled -}}
{{ include "checkpoint.fullname" . }}-temporal:7233
{{- else -}}
{{ .Values.temporal.address }}
{{- end -}}
{{- end -}}

{{/*
What the server takes as the most bytes of buffered events; the API needs to know, to free runs whose workflow task went
down with a worker. Of the bundled server it is in its own settings.
*/}}
{{- define "checkpoint.temporal.bufferedEventsLimit" -}}
{{- if .Values.temporal.bundled.enabled -}}
{{- $settings := .Files.Get "files/temporal/dynamic-config.yaml" | fromYaml -}}
{{- (first (index $settings "history.maximumBufferedEventsSizeInBytes")).value | int -}}
{{- else -}}
{{- with .Values.temporal.bufferedEventsLimit }}{{ int . }}{{ end -}}
{{- end -}}
{{- end -}}

{{/* How API, workers and commands reach Temporal. The names of the TLS variables are Temporal's own. {context} */}}
{{- define "checkpoint.temporalEnv" -}}
{{- $temporal := .context.Values.temporal -}}
- name: TEMPORAL_ADDRESS
  value: {{ include "checkpoint.temporal.address" .context | quote }}
- name: TEMPORAL_NAMESPACE
  value: {{ $temporal.namespace | quote }}
- name: CHECKPOINT_TASK_QUEUE
  value: {{ .context.Values.worker.temporal.taskQueue | quote }}
{{- if $temporal.tls.enabled }}
- name: TEMPORAL_TLS
  value: "true"
{{- with $temporal.tls.serverName }}
- name: TEMPORAL_TLS_SERVER_NAME
  value: {{ . | quote }}
{{- end }}
{{- if $temporal.tls.caSecret.name }}
- name: TEMPORAL_TLS_SERVER_CA_CERT_PATH
  value: /etc/checkpoint/temporal-ca/{{ $temporal.tls.caSecret.key }}
{{- end }}
{{- if $temporal.tls.clientSecret.name }}
- name: TEMPORAL_TLS_CLIENT_CERT_PATH
  value: /etc/checkpoint/temporal-client/{{ $temporal.tls.clientSecret.certKey }}
- name: TEMPORAL_TLS_CLIENT_KEY_PATH
  value: /etc/checkpoint/temporal-client/{{ $temporal.tls.clientSecret.keyKey }}
{{- end }}
{{- end }}
{{- if $temporal.apiKey.existingSecret }}
- name: TEMPORAL_API_KEY
  valueFrom:
    secretKeyRef:
      name: {{ $temporal.apiKey.existingSecret }}
      key: {{ $temporal.apiKey.key }}
{{- end }}
{{- end -}}

{{- define "checkpoint.temporal.tlsMounts" -}}
{{- $tls := .Values.temporal.tls -}}
{{- if and $tls.enabled $tls.caSecret.name }}
- name: temporal-ca
  mountPath: /etc/checkpoint/temporal-ca
  readOnly: true
{{- end }}
{{- if and $tls.enabled $tls.clientSecret.name }}
- name: temporal-client
  mountPath: /etc/checkpoint/temporal-client
  readOnly: true
{{- end }}
{{- end -}}

{{- define "checkpoint.temporal.tlsVolumes" -}}
{{- $tls := .Values.temporal.tls -}}
{{- if and $tls.enabled $tls.caSecret.name }}
- name: temporal-ca
  secret:
    secretName: {{ $tls.caSecret.name }}
    defaultMode: 0440
{{- end }}
{{- if and $tls.enabled $tls.clientSecret.name }}
- name: temporal-client
  secret:
    secretName: {{ $tls.clientSecret.name }}
    defaultMode: 0440
{{- end }}
{{- end -}}
