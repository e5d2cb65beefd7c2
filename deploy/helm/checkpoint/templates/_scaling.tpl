{{/*
A disruption budget, where there is more than one pod to keep: with a single pod it would only block the drain of its
node. {context, component, values}
*/}}
{{- define "checkpoint.pdb" -}}
{{- $count := ternary .values.autoscaling.minReplicas .values.replicaCount .values.autoscaling.enabled | int }}
{{- if and .values.enabled .values.pdb.enabled (gt $count 1) }}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  {{- include "checkpoint.metadata" . | nindent 2 }}
spec:
  {{- if ne (toString .values.pdb.minAvailable) "" }}
  minAvailable: {{ .values.pdb.minAvailable }}
  {{- else }}
  maxUnavailable: {{ .values.pdb.maxUnavailable }}
  {{- end }}
  # A pod that is not ready protects nothing, so it does not hold up the drain of a node.
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector:
    matchLabels:
      {{- include "checkpoint.selectorLabels" . | nindent 6 }}
{{- end }}
{{- end -}}

{{/* {context, component, values} */}}
{{- define "checkpoint.autoscaler" -}}
{{- if and .values.enabled .values.autoscaling.enabled }}
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  {{- include "checkpoint.metadata" . | nindent 2 }}
spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: {{ include "checkpoint.fullname" .context }}-{{ .component }}
  minReplicas: {{ .values.autoscaling.minReplicas }}
  maxReplicas: {{ .values.autoscaling.maxReplicas }}
  metrics:
    {{- if .values.autoscaling.metrics }}
    {{- toYaml .values.autoscaling.metrics | nindent 4 }}
    {{- else }}
    - type: Resource
      resource:
        name: cpu
        target:
          type: Utilization
          averageUtilization: {{ .values.autoscaling.targetCPUUtilizationPercentage }}
    {{- end }}
  {{- with .values.autoscaling.behavior }}
  behavior:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}
{{- end -}}
