/** `node deploy/monitoring/src/build.ts`: writes the dashboard into the chart. */
import { writeFileSync } from 'node:fs';
import { checkpointDashboard } from './dashboard/dashboard.ts';
import { DASHBOARD_FILE } from './files.ts';

writeFileSync(DASHBOARD_FILE, `${JSON.stringify(checkpointDashboard(), null, 2)}\n`);
