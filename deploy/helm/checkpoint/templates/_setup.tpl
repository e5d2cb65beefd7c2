{{/*
Bringing the databases up to date. Two ways, and neither can wait for itself:
- with a database of the operator's: a hook before install and upgrade, which needs nothing that this release makes;
- with the bundled stores: an ordinary job of the release, since a hook before the install would wait for a database that
  comes after it, and a hook after the install would never come under --wait, as pods wait for their tables.
*/}}

{{/*
Names this setup: other images or databases make another one, an upgrade that changes neither keeps it. A job cannot be
changed, so its name carries this.
*/}}
{{- define "checkpoint.setupId" -}}
{{- $of := dict "job" (include "checkpoint.setupSpec" (dict "context" . "id" "")) "scripts" (.Files.Glob "files/postgres/*").AsConfig -}}
{{- toJson $of | sha256sum | trunc 10 -}}
{{- end -}}

{{/* A step that runs Node in one of our images. {context, name, image, imageName, program, env} */}}
{{- define "checkpoint.nodeStep" -}}
- name: {{ .name }}
  image: {{ include "checkpoint.image" (dict "context" .context "image" .image "name" .imageName) }}
  imagePullPolicy: {{ .image.pullPolicy }}
  args: [node, {{ .program }}]
  env:
    {{- .env | nindent 4 }}
    - name: LOG_LEVEL
      value: {{ .context.Values.observability.logLevel | quote }}
  securityContext:
    {{- include "checkpoint.restrictedContainer" . | nindent 4 }}
  resources:
    {{- toYaml .context.Values.migrations.resources | nindent 4 }}
  volumeMounts:
    - name: tmp
      mountPath: /tmp
    {{- include "checkpoint.postgresql.caMount" .context | nindent 4 }}
    {{- include "checkpoint.temporal.tlsMounts" .context | nindent 4 }}
{{- end -}}

{{/* A step that runs one of files/postgres with psql, in the image of the bundled Postgres. {context, name, script, env} */}}
{{- define "checkpoint.psqlStep" -}}
{{- $image := .context.Values.postgresql.bundled.image -}}
- name: {{ .name }}
  image: {{ include "checkpoint.image" (dict "context" .context "image" $image "name" "postgresql.bundled.image") }}
  imagePullPolicy: {{ $image.pullPolicy }}
  command: [/bin/sh, /scripts/{{ .script }}]
  env:
    - name: PGHOST
      value: {{ include "checkpoint.postgresql.host" .context }}
    {{- .env | nindent 4 }}
  securityContext:
    {{- include "checkpoint.restrictedContainer" . | nindent 4 }}
  resources:
    {{- toYaml .context.Values.migrations.resources | nindent 4 }}
  volumeMounts:
    - name: tmp
      mountPath: /tmp
    - name: scripts
      mountPath: /scripts
      readOnly: true
{{- end -}}

{{/* psql as the owner of the product's database. {context} */}}
{{- define "checkpoint.psqlAsOwner" -}}
- name: PGUSER
  value: {{ .context.Values.postgresql.user | quote }}
- name: PGDATABASE
  value: {{ .context.Values.postgresql.database | quote }}
- name: PGPASSWORD
  {{- include "checkpoint.bundledSecretRef" (dict "context" .context "key" "checkpoint-password") | nindent 2 }}
{{- end -}}

{{/* The scripts' volume. {context} */}}
{{- define "checkpoint.scriptsVolume" -}}
- name: scripts
  configMap:
    name: {{ include "checkpoint.fullname" .context }}-postgres-scripts
{{- end -}}

{{/* With bundled stores, a pod's first container waits until the setup of this very version is done. {context} */}}
{{- define "checkpoint.waitForSetup" -}}
{{- if .context.Values.postgresql.bundled.enabled }}
{{- $env := printf "- name: SETUP\n  value: %s\n%s" (include "checkpoint.setupId" .context | quote) (include "checkpoint.psqlAsOwner" .) }}
{{ include "checkpoint.psqlStep" (dict "context" .context "name" "wait-for-setup" "script" "wait-for-setup.sh" "env" $env) }}
{{- end }}
{{- end -}}

{{/* The pod of the job. {context, id}: the id is empty while it is being computed from this very text. */}}
{{- define "checkpoint.setupSpec" -}}
{{- $bundled := .context.Values.postgresql.bundled.enabled -}}
{{- $journal := include "checkpoint.journalEnv" . -}}
{{- include "checkpoint.podHead" . }}
# A step that fails starts the setup again from its first one, and its log stays.
restartPolicy: Never
automountServiceAccountToken: false
securityContext:
  {{- include "checkpoint.restrictedPod" . | nindent 2 }}
{{- include "checkpoint.scheduling" (dict "values" .context.Values.migrations) }}
initContainers:
  {{- if $bundled }}
  {{- include "checkpoint.psqlStep" (dict "context" .context "name" "databases" "script" "databases.sh" "env" (include "checkpoint.databasesEnv" .)) | nindent 2 }}
  {{- end }}
  {{- include "checkpoint.nodeStep" (dict "context" .context "name" "product" "image" .context.Values.api.image "imageName" "api.image" "program" "services/api/src/migrate.ts" "env" $journal) | nindent 2 }}
  {{- if .context.Values.witness.enabled }}
  {{- include "checkpoint.nodeStep" (dict "context" .context "name" "witness" "image" .context.Values.witness.image "imageName" "witness.image" "program" "chaos/sink/src/migrate.ts" "env" (include "checkpoint.witnessEnv" .)) | nindent 2 }}
  {{- end }}
  {{- if .context.Values.temporal.bundled.enabled }}
  {{- $namespace := printf "%s\n%s" $journal (include "checkpoint.temporalEnv" .) }}
  {{- include "checkpoint.nodeStep" (dict "context" .context "name" "temporal-namespace" "image" .context.Values.api.image "imageName" "api.image" "program" "services/api/src/commands/ensure-namespace.ts" "env" $namespace) | nindent 2 }}
  {{- end }}
  {{- if $bundled }}
  {{- include "checkpoint.nodeStep" (dict "context" .context "name" "agents" "image" .context.Values.worker.image "imageName" "worker.image" "program" "services/worker/src/migrate.ts" "env" $journal) | nindent 2 }}
  {{- end }}
containers:
  {{- if $bundled }}
  {{- $done := printf "- name: SETUP\n  value: %s\n- name: WITNESS_ROLE\n  value: %s\n%s" (.id | quote) (.context.Values.postgresql.witness.user | quote) (include "checkpoint.psqlAsOwner" .) }}
  {{- include "checkpoint.psqlStep" (dict "context" .context "name" "finish" "script" "finish-setup.sh" "env" $done) | nindent 2 }}
  {{- else }}
  {{- include "checkpoint.nodeStep" (dict "context" .context "name" "agents" "image" .context.Values.worker.image "imageName" "worker.image" "program" "services/worker/src/migrate.ts" "env" $journal) | nindent 2 }}
  {{- end }}
volumes:
  {{- include "checkpoint.temporaryVolume" . | nindent 2 }}
  {{- if $bundled }}
  {{- include "checkpoint.scriptsVolume" . | nindent 2 }}
  {{- end }}
  {{- include "checkpoint.postgresql.caVolume" .context | nindent 2 }}
  {{- include "checkpoint.temporal.tlsVolumes" .context | nindent 2 }}
{{- end -}}

{{/* Roles and databases of the bundled Postgres, as its superuser. {context} */}}
{{- define "checkpoint.databasesEnv" -}}
{{- $postgresql := .context.Values.postgresql -}}
- name: PGUSER
  value: postgres
- name: PGDATABASE
  value: postgres
- name: PGPASSWORD
  {{- include "checkpoint.bundledSecretRef" (dict "context" .context "key" "postgres-password") | nindent 2 }}
- name: JOURNAL_ROLE
  value: {{ $postgresql.user | quote }}
- name: JOURNAL_DATABASE
  value: {{ $postgresql.database | quote }}
- name: JOURNAL_PASSWORD
  {{- include "checkpoint.bundledSecretRef" (dict "context" .context "key" "checkpoint-password") | nindent 2 }}
- name: WITNESS_ROLE
  value: {{ $postgresql.witness.user | quote }}
- name: WITNESS_DATABASE
  value: {{ $postgresql.witness.database | quote }}
- name: WITNESS_PASSWORD
  {{- include "checkpoint.bundledSecretRef" (dict "context" .context "key" "witness-password") | nindent 2 }}
- name: TEMPORAL_PASSWORD
  {{- include "checkpoint.bundledSecretRef" (dict "context" .context "key" "temporal-password") | nindent 2 }}
- name: EXPORTER_PASSWORD
  {{- include "checkpoint.bundledSecretRef" (dict "context" .context "key" "exporter-password") | nindent 2 }}
{{- end -}}
