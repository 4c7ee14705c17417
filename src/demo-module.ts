import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { PictureSource } from './features/media/picture-source.ts'
import type { AppContext } from './infra/app-context.ts'
import type { Pages } from './infra/pages/page-routes.ts'

/** What demo/main.ts exports. main.ts loads it in demo mode alone; nothing in src imports it. */
export interface DemoModule {
  createDemo(context: AppContext): Demo
}

export interface Demo {
  /** Adds the demo catalogue, people and trade orders that are missing. */
  ensureData(pool: pg.Pool): Promise<void>
  pictureSource: PictureSource
  startCardProvider(): Promise<DemoCardProvider>
  /** The viewer of captured e-mail, the demo's facts for tests, and the component gallery. */
  registerRoutes(app: FastifyInstance, pages: Pages): void
}

/** The simulated card provider, on a listener of its own. */
export interface DemoCardProvider {
  vendor: string
  /** Where the shop's server reaches it. */
  url: string
  /** Where browsers may reach it; `url` is one of them. */
  origins: string[]
  close(): Promise<void>
}
