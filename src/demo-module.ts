import type { FastifyPluginAsync } from 'fastify'
import type pg from 'pg'
import type { CatalogueExamples } from './features/catalogue/messages.ts'
import type { PictureSource } from './features/media/picture-source.ts'
import type { AppContext } from './infra/app-context.ts'
import type { Pages } from './infra/pages/page-routes.ts'

/** The exports of demo/main.ts. main.ts imports it dynamically in demo mode alone; nothing in src imports it. */
export interface DemoModule {
  createDemo(context: AppContext): Promise<Demo>
}

export interface Demo {
  /** Adds the demo catalogue, people and trade orders that are missing. */
  ensureData(pool: pg.Pool): Promise<void>
  pictureSource: PictureSource
  /** Of products that every demo has (R-DEMO-2). */
  examples: CatalogueExamples
  startSimulator(): Promise<RunningSimulator>
  /** Routes: the viewer of captured e-mails, the demo's ids for automated checks, the component gallery. */
  plugin: FastifyPluginAsync<{ pages: Pages }>
}

/** The simulated card provider, on a listener of its own. */
export interface RunningSimulator {
  vendor: string
  /** Its URL for the shop's server. */
  url: string
  /** Its origins for browsers, `url` included. */
  origins: string[]
  close(): Promise<void>
}
