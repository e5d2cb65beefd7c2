{{/* Peers: the pods of these components of this release. {context, components} */}}
{{- define "checkpoint.peers" -}}
- podSelector:
    matchLabels:
      app.kubernetes.io/name: {{ include "checkpoint.name" .context }}
      app.kubernetes.io/instance: {{ .context.Release.Name }}
    matchExpressions:
      - key: app.kubernetes.io/component
        operator: In
        values: {{ toJson .components }}
{{- end -}}

{{/* Head of a component's policy. {context, component} */}}
{{- define "checkpoint.policyHead" -}}
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  {{- include "checkpoint.metadata" . | nindent 2 }}
spec:
  podSelector:
    matchLabels:
      {{- include "checkpoint.selectorLabels" . | nindent 6 }}
{{- end -}}

{{/* A rule of `ports` over TCP. {ports} */}}
{{- define "checkpoint.tcp" -}}
{{- range .ports }}
- { protocol: TCP, port: {{ . }} }
{{- end }}
{{- end -}}

{{/* Egress to the name servers. */}}
{{- define "checkpoint.egress.dns" -}}
- to:
    {{- toYaml .Values.networkPolicy.dns.to | nindent 4 }}
  ports:
    - { protocol: UDP, port: 53 }
    - { protocol: TCP, port: 53 }
{{- end -}}

{{- define "checkpoint.egress.postgresql" -}}
- ports:
    {{- include "checkpoint.tcp" (dict "ports" (list (include "checkpoint.postgresql.port" .))) | nindent 4 }}
  {{- if .Values.postgresql.bundled.enabled }}
  to:
    {{- include "checkpoint.peers" (dict "context" . "components" (list "postgres")) | nindent 4 }}
  {{- else if .Values.networkPolicy.postgresql.to }}
  to:
    {{- toYaml .Values.networkPolicy.postgresql.to | nindent 4 }}
  {{- end }}
{{- end -}}

{{- define "checkpoint.egress.temporal" -}}
- ports:
    {{- include "checkpoint.tcp" (dict "ports" (list (regexFind "[0-9]+$" (include "checkpoint.temporal.address" .)))) | nindent 4 }}
  {{- if .Values.temporal.bundled.enabled }}
  to:
    {{- include "checkpoint.peers" (dict "context" . "components" (list "temporal")) | nindent 4 }}
  {{- else if .Values.networkPolicy.temporal.to }}
  to:
    {{- toYaml .Values.networkPolicy.temporal.to | nindent 4 }}
  {{- end }}
{{- end -}}

{{/* Egress to the collector of traces, where there is one. */}}
{{- define "checkpoint.egress.otlp" -}}
{{- $endpoint := include "checkpoint.otlpEndpoint" . -}}
{{- if $endpoint }}
- ports:
    {{- include "checkpoint.tcp" (dict "ports" (list (regexFind "[0-9]+$" (trimSuffix "/" $endpoint) | default "443"))) | nindent 4 }}
  {{- if not .Values.observability.otlp.endpoint }}
  to:
    {{- include "checkpoint.peers" (dict "context" . "components" (list "jaeger")) | nindent 4 }}
  {{- end }}
{{- end }}
{{- end -}}

{{- define "checkpoint.egress.witness" -}}
{{- if .Values.witness.enabled }}
- ports:
    {{- include "checkpoint.tcp" (dict "ports" (list 3001 2525)) | nindent 4 }}
  to:
    {{- include "checkpoint.peers" (dict "context" . "components" (list "witness")) | nindent 4 }}
{{- end }}
{{- end -}}

{{/* Egress to the cluster's API server. A policy cannot name a service, so it names addresses and ports. */}}
{{- define "checkpoint.egress.kubeApi" -}}
- ports:
    {{- include "checkpoint.tcp" (dict "ports" .Values.networkPolicy.kubeApiServer.ports) | nindent 4 }}
  to:
    {{- range .Values.networkPolicy.kubeApiServer.cidrs }}
    - ipBlock: { cidr: {{ . }} }
    {{- end }}
{{- end -}}

{{/* Ingress of Prometheus to these ports: the bundled one, and what the operator names. {context, ports} */}}
{{- define "checkpoint.ingress.metrics" -}}
{{- $context := .context -}}
{{- if and $context.Values.observability.metrics.enabled (or $context.Values.prometheus.enabled $context.Values.networkPolicy.metricsFrom) }}
- ports:
    {{- include "checkpoint.tcp" . | nindent 4 }}
  from:
    {{- if $context.Values.prometheus.enabled }}
    {{- include "checkpoint.peers" (dict "context" $context "components" (list "prometheus")) | nindent 4 }}
    {{- end }}
    {{- with $context.Values.networkPolicy.metricsFrom }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
{{- end }}
{{- end -}}
