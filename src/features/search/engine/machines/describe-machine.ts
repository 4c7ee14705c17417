import { type BitSet, listBits } from '../bit-set.ts'
import type { MachineIndex } from './machine-index.ts'
import type { MachineReading } from './variants.ts'

const maxNames = 3

/** 'JCB 3CX', 'JCB 3CX 2012-2018', 'Case CE / Case IH'. Null: too many machines to name, such as all with an engine. */
export function describeMachine(machines: MachineIndex, reading: MachineReading): string | null {
  const only = reading.isNarrowed ? findOnlyBit(reading.variants) : null
  if (only !== null) return getVariantName(machines, only)
  const names = new Set<string>()
  for (const { make, model } of reading.named) {
    const name = machines.makes[make]!.name
    names.add(model < 0 ? name : `${name} ${machines.models[model]!.name}`)
    if (names.size > maxNames) return null
  }
  return [...names].join(' / ')
}

function findOnlyBit(bits: BitSet): number | null {
  const numbers = listBits(bits)
  const first = numbers.next()
  return first.done || !numbers.next().done ? null : first.value
}

/** 'JCB 3CX 2012-2018': the names of variants often begin with their model's. */
export function getVariantName({ makes, models, variants }: MachineIndex, variant: number): string {
  const { name, model } = variants[variant]!
  const { name: modelName, make } = models[model]!
  return [makes[make]!.name, ...(name.startsWith(modelName) ? [] : [modelName]), name].join(' ')
}
