import { CompiledQuery } from 'kysely'
import type { Demo } from '../src/demo-module.ts'
import type { AppContext } from '../src/infra/app-context.ts'
import { startSimulatorFromConfig } from './card-provider/start-simulator.ts'
import { registerGallery } from './component-gallery/gallery-route.ts'
import { ensureDemoData } from './demo-data.ts'
import { registerDemoInfo } from './demo-info.ts'
import { registerMailViewer } from './mail-viewer/mail-viewer.ts'
import { ensureTradeOrders } from './people/trade-orders.ts'
import { createPictureSource, findRecipe } from './product-pictures/picture-source.ts'

/** Everything that a shop in demo mode has besides the shop itself (src/demo-module.ts). */
export async function createDemo(context: AppContext): Promise<Demo> {
  const { db } = context
  return {
    ensureData: pool => ensureDemoData(pool),
    pictureSource: await createPictureSource(filename => findRecipe(db, filename)),
    examples: {
      numbers: ['P551712', 'LF9009', 'FH-HYD-1'],
      written: 'P 551-712',
      machine: 'JCB oil filter',
      descriptions: '“cabin filter JCB” or “93 × 142”',
    },
    startSimulator: () => startSimulatorFromConfig(context),
    async plugin(app, { pages }) {
      registerMailViewer(app, context)
      registerDemoInfo(app, context, () =>
        ensureTradeOrders((text, values) => db.executeQuery(CompiledQuery.raw(text, values))),
      )
      registerGallery(pages)
    },
  }
}
