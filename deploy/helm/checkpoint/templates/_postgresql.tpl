{{/*
Addresses and passwords of the databases. The password never is a part of an address: the client library takes it from
PGPASSWORD, so that it may hold any character.
*/}}

{{- define "checkpoint.postgresql.host" -}}
{{- if .Values.postgresql.bundled.enabled -}}
{{ include "checkpoint.fullname" . }}-postgres
{{- else -}}
{{ .Values.postgresql.host }}
{{- end -}}
{{- end -}}

{{- define "checkpoint.postgresql.port" -}}
{{- if .Values.postgresql.bundled.enabled -}}5432{{- else -}}{{ .Values.postgresql.port }}{{- end -}}
{{- end -}}

{{/* The secret of the bundled stores: the operator's, or the one drawn at the first install. */}}
{{- define "checkpoint.bundledSecret" -}}
{{- .Values.postgresql.bundled.existingSecret | default (printf "%s-bundled" (include "checkpoint.fullname" .)) -}}
{{- end -}}

{{/* Reference to a key of the bundled stores' secret. {context, key} */}}
{{- define "checkpoint.bundledSecretRef" -}}
valueFrom:
  secretKeyRef:
    name: {{ include "checkpoint.bundledSecret" .context }}
    key: {{ .key }}
{{- end -}}

{{/* postgres://user@host:port/database with the TLS mode. {context, user, database} */}}
{{- define "checkpoint.postgresql.url" -}}
{{- $postgresql := .context.Values.postgresql -}}
{{- $query := "sslmode=disable" -}}
{{- if not $postgresql.bundled.enabled -}}
{{- $query = printf "sslmode=%s&uselibpqcompat=true" $postgresql.sslMode -}}
{{- if $postgresql.caSecret.name -}}
{{- $query = printf "%s&sslrootcert=/etc/checkpoint/postgresql/%s" $query $postgresql.caSecret.key -}}
{{- end -}}
{{- end -}}
postgres://{{ .user }}@{{ include "checkpoint.postgresql.host" .context }}:{{ include "checkpoint.postgresql.port" .context }}/{{ .database }}?{{ $query }}
{{- end -}}

{{/* The product's database, for API, workers and migrations. {context} */}}
{{- define "checkpoint.journalEnv" -}}
{{- $postgresql := .context.Values.postgresql -}}
- name: DATABASE_URL
  value: {{ include "checkpoint.postgresql.url" (dict "context" .context "user" $postgresql.user "database" $postgresql.database) | quote }}
- name: PGPASSWORD
  {{- if $postgresql.bundled.enabled }}
  {{- include "checkpoint.bundledSecretRef" (dict "context" .context "key" "checkpoint-password") | nindent 2 }}
  {{- else }}
  valueFrom:
    secretKeyRef:
      name: {{ $postgresql.existingSecret }}
      key: {{ $postgresql.passwordKey }}
  {{- end }}
{{- end -}}

{{/* The witness's own database, under its own role. {context} */}}
{{- define "checkpoint.witnessEnv" -}}
{{- $postgresql := .context.Values.postgresql -}}
- name: WITNESS_DATABASE_URL
  value: {{ include "checkpoint.postgresql.url" (dict "context" .context "user" $postgresql.witness.user "database" $postgresql.witness.database) | quote }}
- name: PGPASSWORD
  {{- if $postgresql.bundled.enabled }}
  {{- include "checkpoint.bundledSecretRef" (dict "context" .context "key" "witness-password") | nindent 2 }}
  {{- else }}
  valueFrom:
    secretKeyRef:
      name: {{ $postgresql.witness.existingSecret }}
      key: {{ $postgresql.witness.passwordKey }}
  {{- end }}
{{- end -}}

{{/* Certificate authority of the database server, where one is named. */}}
{{- define "checkpoint.postgresql.caMount" -}}
{{- if and (not .Values.postgresql.bundled.enabled) .Values.postgresql.caSecret.name }}
- name: postgresql-ca
  mountPath: /etc/checkpoint/postgresql
  readOnly: true
{{- end }}
{{- end -}}

{{- define "checkpoint.postgresql.caVolume" -}}
{{- if and (not .Values.postgresql.bundled.enabled) .Values.postgresql.caSecret.name }}
- name: postgresql-ca
  secret:
    secretName: {{ .Values.postgresql.caSecret.name }}
    defaultMode: 0440
{{- end }}
{{- end -}}
