import { defineConfig } from 'vitest/config'

// Longer than vitest's default of one second, for busy machines.
const expectOptions = { poll: { timeout: 15_000 } }

// What only staff do, once an order is placed. In .ci/run, because npm test stays under eight minutes.
const backOffice = [
  'tests/{api/privacy.test,e2e/phone-order.e2e,e2e/privacy.e2e}.ts',
  'tests/api/{admin-lists,admin-tables,allocatable-lines,corrections-*,credit-notes,customers*,delays,despatch-turn,empty-lists,failures,invoices-placed,ledger-*,order-corrections}.test.ts',
  'tests/api/{order-correspondence,order-search,picking*,pro-formas,quote-*,orders-by-staff,payments-by-hand,quotes-for-callers,quotes-placed,returns*,sales-ledger}.test.ts',
  'tests/api/{emails-sent-again,outdated-forms,payment-links,refund-form,repeated-forms,reports,second-of-two,staff-audit,staff-members,trade-applications,unseen-messages,withdrawn-pieces}.test.ts',
  'tests/e2e/{corrections,customers,hand-payments,orders-free-of-charge,payment-link,picking,quote-for-caller,returns,sales-ledger,stock,trade-applications}.e2e.ts',
]

// The invariants of every shop that is open, after each test.
const setupFiles = 'tests/support/check-after-each-test.ts'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          // Files share their worker's modules, because loading them takes longer than most tests.
          isolate: false,
          maxWorkers: 3,
          expect: expectOptions,
          testTimeout: 60_000,
          include: [
            '{src,demo}/**/*.test.{ts,tsx}',
            '{bench,scripts}/**/*.test.ts',
            'tests/*.test.ts',
            'tests/media/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts', 'tests/infra/**/*.test.ts'],
          exclude: backOffice,
          globalSetup: 'tests/support/postgres-setup.ts',
          setupFiles,
          isolate: false,
          // The workers mostly wait for their databases, so all cores can be used.
          maxWorkers: 3,
          expect: expectOptions,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          // What takes long: processes and databases that are started, cut off and killed, a second browser. In .ci/run.
          name: 'processes',
          include: ['tests/processes/**/*.test.ts'],
          globalSetup: 'tests/support/e2e-setup.ts',
          setupFiles,
          isolate: false,
          maxWorkers: 3,
          expect: expectOptions,
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        test: {
          // What an operator does with the system's own programs: before each release, because each takes long.
          name: 'operations',
          include: ['tests/operations/**/*.test.ts'],
          globalSetup: 'tests/support/postgres-setup.ts',
          setupFiles,
          maxWorkers: 1,
          expect: expectOptions,
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      {
        test: {
          name: 'e2e',
          expect: { poll: { timeout: 30_000 } },
          include: ['tests/e2e/**/*.e2e.ts'],
          exclude: backOffice,
          globalSetup: 'tests/support/e2e-setup.ts',
          setupFiles,
          // The files of a worker share its browser.
          isolate: false,
          // Servers and browsers mostly wait for each other.
          maxWorkers: 3,
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        test: {
          name: 'back-office',
          expect: { poll: { timeout: 30_000 } },
          include: backOffice,
          globalSetup: 'tests/support/e2e-setup.ts',
          setupFiles,
          // The files of a worker share its browser.
          isolate: false,
          // Servers and browsers mostly wait for each other.
          maxWorkers: 3,
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        test: {
          // Every screen by the rules of accessibility, every call with hostile input. Slow, and the tests of each feature have
          // some of both. In .ci/run.
          name: 'audits',
          expect: { poll: { timeout: 30_000 } },
          include: ['tests/audits/**/*.e2e.ts', 'tests/audits/**/*.test.ts'],
          globalSetup: 'tests/support/e2e-setup.ts',
          setupFiles,
          // The files of a worker share its browser.
          isolate: false,
          // Servers and browsers mostly wait for each other.
          maxWorkers: 3,
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
})
