{{/* The chart's name, or what replaces it. */}}
{{- define "checkpoint.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{/*
The stem of every object's name. 40 characters at most: names of the objects, of their pods and of revisions are made
from it, and a label holds 63.
*/}}
{{- define "checkpoint.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" -}}
{{- else if contains (include "checkpoint.name" .) .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name (include "checkpoint.name" .) | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{/* Labels that select the pods of a component; they never change, so no version is among them. {context, component} */}}
{{- define "checkpoint.selectorLabels" -}}
app.kubernetes.io/name: {{ include "checkpoint.name" .context }}
app.kubernetes.io/instance: {{ .context.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{/* Labels of an object. {context, component} */}}
{{- define "checkpoint.labels" -}}
{{ include "checkpoint.selectorLabels" . }}
app.kubernetes.io/part-of: checkpoint
app.kubernetes.io/version: {{ .context.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .context.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .context.Chart.Name .context.Chart.Version | replace "+" "_" }}
{{- with .context.Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/*
Name, namespace, labels and annotations of an object. {context, component, suffix?, annotations?}: the name is
<fullname>-<suffix>, and the suffix is the component unless given.
*/}}
{{- define "checkpoint.metadata" -}}
name: {{ include "checkpoint.fullname" .context }}-{{ default .component .suffix }}
namespace: {{ .context.Release.Namespace }}
labels:
  {{- include "checkpoint.labels" . | nindent 2 }}
{{- with merge (dict) (default (dict) .annotations) (default (dict) .context.Values.commonAnnotations) }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* Labels of a component's pods. {context, component, labels?} */}}
{{- define "checkpoint.podLabels" -}}
{{- $fixed := fromYaml (include "checkpoint.labels" .) -}}
{{- toYaml (merge $fixed (default (dict) .labels)) -}}
{{- end -}}

{{/* An image's reference: the digest beats the tag. {context, image, name} */}}
{{- define "checkpoint.image" -}}
{{- $tag := .image.tag | default .context.Chart.AppVersion | toString -}}
{{- if .image.digest -}}
{{ .image.repository }}@{{ .image.digest }}
{{- else if eq $tag "latest" -}}
{{- fail (printf "%s.tag is latest, which names another image every day: give a version or a digest" .name) -}}
{{- else -}}
{{ .image.repository }}:{{ $tag }}
{{- end -}}
{{- end -}}
