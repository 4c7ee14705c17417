import { configDefaults, defineConfig } from 'vitest/config'

const oldestPostgres = process.env.TEST_POSTGRES === '15'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'tests/*.test.ts', 'tests/media/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'calls',
          include: ['tests/calls/**/*.test.ts', 'tests/platform/**/*.test.ts'],
          // The launcher's own tests choose their PostgreSQL themselves: once is enough.
          exclude: [
            ...configDefaults.exclude,
            ...(oldestPostgres ? ['tests/platform/embedded-postgres*.test.ts'] : []),
          ],
          globalSetup: 'tests/support/postgres-setup.ts',
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['tests/journeys/**/*.e2e.ts'],
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
