/** The Deployment of the workers, as small as a restricted namespace admits it. */
export function workerDeployment(name: string, image: string, environment: Readonly<Record<string, string>>) {
  const labels = { app: name };
  const field = (variable: string, fieldPath: string) => ({
    name: variable,
    valueFrom: { fieldRef: { fieldPath } },
  });
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name },
    spec: {
      replicas: 2,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          automountServiceAccountToken: false,
          enableServiceLinks: false,
          securityContext: {
            runAsNonRoot: true,
            runAsUser: 10_001,
            seccompProfile: { type: 'RuntimeDefault' },
          },
          containers: [
            {
              name: 'worker',
              image,
              env: [
                ...Object.entries(environment).map(([variable, value]) => ({ name: variable, value })),
                { name: 'CHECKPOINT_HEALTH_PORT', value: '8081' },
                field('POD_NAME', 'metadata.name'),
                field('POD_UID', 'metadata.uid'),
                field('NODE_NAME', 'spec.nodeName'),
              ],
              readinessProbe: {
                httpGet: { path: '/readyz', port: 8081 },
                periodSeconds: 1,
                timeoutSeconds: 5,
              },
              securityContext: {
                allowPrivilegeEscalation: false,
                readOnlyRootFilesystem: true,
                capabilities: { drop: ['ALL'] },
              },
              volumeMounts: [{ name: 'tmp', mountPath: '/tmp' }],
            },
          ],
          volumes: [{ name: 'tmp', emptyDir: {} }],
        },
      },
    },
  };
}
