import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { firstLoadBudget } from './build/first-load.ts';

/** Compressed bytes that a first visit may load: 300 kB, the budget of the panel's page of rules. */
const FIRST_LOAD_MAX_BYTES = 300_000;

/** Only for `vite`, the developer's server: where the API runs. The built panel is served by the API itself. */
const API_IN_DEVELOPMENT = 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [react(), firstLoadBudget(FIRST_LOAD_MAX_BYTES)],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    sourcemap: false,
    // The budget above counts what matters, compressed; one chunk of this size loads faster than several.
    chunkSizeWarningLimit: 1_000,
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/api': API_IN_DEVELOPMENT, '/docs': API_IN_DEVELOPMENT },
  },
});
