{{/* Who may call the API, and who is told of its inbox. */}}
{{- define "checkpoint.api.accessEnv" -}}
{{- $auth := .Values.api.auth -}}
{{- if $auth.offEverywhere }}
- name: CHECKPOINT_AUTH
  value: off-everywhere
{{- end }}
{{- if $auth.existingSecret }}
- name: CHECKPOINT_AUTH_TOKENS_FILE
  value: /etc/checkpoint/tokens/{{ $auth.key }}
{{- end }}
{{- with $auth.oidc }}
{{- if .issuer }}
- name: CHECKPOINT_OIDC_ISSUER
  value: {{ .issuer | quote }}
- name: CHECKPOINT_OIDC_AUDIENCE
  value: {{ .audience | quote }}
- name: CHECKPOINT_OIDC_SUBJECT_CLAIM
  value: {{ .subjectClaim | quote }}
- name: CHECKPOINT_OIDC_ROLES_CLAIM
  value: {{ .rolesClaim | quote }}
{{- with .roles }}
- name: CHECKPOINT_OIDC_ROLES
  value: {{ toJson . | quote }}
{{- end }}
{{- end }}
{{- end }}
- name: CHECKPOINT_RATE_LIMIT
  value: {{ .Values.api.rateLimit | quote }}
{{- with .Values.api.publicUrl }}
- name: CHECKPOINT_PUBLIC_URL
  value: {{ . | quote }}
{{- end }}
{{- with .Values.api.webhook }}
{{- if .url }}
- name: CHECKPOINT_WEBHOOK_URL
  value: {{ .url | quote }}
- name: CHECKPOINT_WEBHOOK_SECRET
  valueFrom: { secretKeyRef: { name: {{ .existingSecret }}, key: {{ .key }} } }
{{- end }}
{{- end }}
{{- end -}}

{{/* As a folder, and not as a file: the kubelet then brings in what was changed in the secret. */}}
{{- define "checkpoint.api.tokensMount" -}}
{{- if .Values.api.auth.existingSecret }}
- name: tokens
  mountPath: /etc/checkpoint/tokens
  readOnly: true
{{- end }}
{{- end -}}

{{- define "checkpoint.api.tokensVolume" -}}
{{- with .Values.api.auth.existingSecret }}
- name: tokens
  secret:
    secretName: {{ . }}
    defaultMode: 0440
{{- end }}
{{- end -}}
