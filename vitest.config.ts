import { configDefaults, defineConfig } from 'vitest/config'

// What arrives by and by arrives late on a busy machine; vitest itself would give up after a second.
const expectPatiently = { poll: { timeout: 15_000 } }
const oldestPostgres = process.env.TEST_POSTGRES === '15'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          expect: expectPatiently,
          testTimeout: 60_000,
          include: ['{src,demo}/**/*.test.{ts,tsx}', 'tests/*.test.ts', 'tests/media/**/*.test.ts'],
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
          // Each waits for its database most of the time; vitest itself would leave a core free.
          maxWorkers: 2,
          expect: expectPatiently,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'journeys',
          expect: { poll: { timeout: 30_000 } },
          include: ['tests/journeys/**/*.e2e.ts'],
          // Each file has a shop, a database and a browser of its own, which mostly wait for each other.
          maxWorkers: 2,
          // A busy machine loses a race now and then; the check names each test that needed its second try.
          retry: 1,
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
})
