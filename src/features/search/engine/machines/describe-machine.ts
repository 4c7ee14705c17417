import { listBits } from '../bit-set.ts'
import type { MachineIndex } from './machine-index.ts'
import type { MachineReading } from './read-machine.ts'

const maxNames = 3

/** 'JCB 3CX', 'JCB 3CX 2012-2018', 'Case CE / Case IH'. Null: too many machines to name, such as all with an engine. */
export function describeMachine(machines: MachineIndex, reading: MachineReading): string | null {
  const { makes, models } = machines
  const [only, ...moreVariants] = reading.isNarrowed ? listBits(reading.variants) : []
  if (only !== undefined && moreVariants.length === 0) return getVariantName(machines, only)
  const names = new Set(
    reading.named.map(({ make, model }) =>
      model < 0 ? makes[make]!.name : `${makes[make]!.name} ${models[model]!.name}`,
    ),
  )
  return names.size <= maxNames ? [...names].join(' / ') : null
}

/** 'JCB 3CX 2012-2018': the names of variants often begin with their model's. */
export function getVariantName({ makes, models, variants }: MachineIndex, variant: number): string {
  const { name, model } = variants[variant]!
  const { name: modelName, make } = models[model]!
  return [makes[make]!.name, ...(name.startsWith(modelName) ? [] : [modelName]), name].join(' ')
}
