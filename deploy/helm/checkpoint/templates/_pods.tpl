{{/* What the restricted pod security standard asks of a pod, with the uid of our images. */}}
{{- define "checkpoint.restrictedPod" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{/* What it asks of a container; the root file system is read-only on top. */}}
{{- define "checkpoint.restrictedContainer" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}

{{/*
Head of every pod's spec. Service links are off: a Service that is named checkpoint-api would put
CHECKPOINT_API_PORT=tcp://… into the environment, and the processes read a variable of that name. {context}
*/}}
{{- define "checkpoint.podHead" -}}
enableServiceLinks: false
{{- with .context.Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* Where a pod may run. {values} */}}
{{- define "checkpoint.scheduling" -}}
{{- with .values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* Spread over nodes and zones; a constraint without a selector gets the component's. {context, component, values} */}}
{{- define "checkpoint.spread" -}}
{{- if .values.topologySpreadConstraints }}
{{- $selector := dict "matchLabels" (fromYaml (include "checkpoint.selectorLabels" .)) }}
topologySpreadConstraints:
  {{- range .values.topologySpreadConstraints }}
  - {{- toYaml (ternary . (merge (dict "labelSelector" $selector) .) (hasKey . "labelSelector")) | nindent 4 }}
  {{- end }}
{{- end }}
{{- end -}}

{{/* Who this pod is, for logs, traces and the worker's registration. */}}
{{- define "checkpoint.identityEnv" -}}
- name: POD_NAME
  valueFrom: { fieldRef: { fieldPath: metadata.name } }
- name: POD_UID
  valueFrom: { fieldRef: { fieldPath: metadata.uid } }
- name: NODE_NAME
  valueFrom: { fieldRef: { fieldPath: spec.nodeName } }
{{- end -}}

{{/*
Node does not look at the memory limit of its container: its heap gets three quarters of it, and the rest is for the
native parts. Only for limits in Mi or Gi. {values}
*/}}
{{- define "checkpoint.heapEnv" -}}
{{- $limit := dig "limits" "memory" "" (default (dict) .values.resources) | toString -}}
{{- $mebibytes := 0 -}}
{{- if regexMatch "^[0-9]+Mi$" $limit -}}
{{- $mebibytes = trimSuffix "Mi" $limit | int -}}
{{- else if regexMatch "^[0-9]+Gi$" $limit -}}
{{- $mebibytes = mul 1024 (trimSuffix "Gi" $limit | int) -}}
{{- end -}}
{{- if gt (int $mebibytes) 0 }}
- name: NODE_OPTIONS
  value: --max-old-space-size={{ div (mul (int $mebibytes) 3) 4 }}
{{- end }}
{{- end -}}

{{/* Tracing, where a collector is named: the bundled trace viewer, or the operator's. {context} */}}
{{- define "checkpoint.tracingEnv" -}}
{{- $endpoint := include "checkpoint.otlpEndpoint" .context -}}
{{- if $endpoint }}
- name: OTEL_EXPORTER_OTLP_ENDPOINT
  value: {{ $endpoint | quote }}
- name: OTEL_TRACES_SAMPLER_ARG
  value: {{ .context.Values.observability.otlp.sampleRatio | quote }}
{{- end }}
{{- end -}}

{{- define "checkpoint.otlpEndpoint" -}}
{{- if .Values.observability.otlp.endpoint -}}
{{- .Values.observability.otlp.endpoint -}}
{{- else if .Values.jaeger.enabled -}}
http://{{ include "checkpoint.fullname" . }}-jaeger:4318
{{- end -}}
{{- end -}}

{{/* A folder for temporary files: the root file system is read-only. */}}
{{- define "checkpoint.temporaryVolume" -}}
- name: tmp
  emptyDir:
    sizeLimit: 256Mi
{{- end -}}
