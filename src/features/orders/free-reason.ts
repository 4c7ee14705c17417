/** Why goods are given away; 'unrecorded': an order from before there were reasons. */
export const freeReasons = { sample: 'Sample', warranty: 'Warranty', goodwill: 'Goodwill' }
export type FreeReason = keyof typeof freeReasons | 'unrecorded'

export const missingFreeReason = 'Choose why it is free of charge.'

/** 'sample' or 'Sample'; null: anything else. */
export const toFreeReason = (typed: string): FreeReason | null =>
  (Object.keys(freeReasons) as FreeReason[]).find(reason => reason === typed.toLowerCase()) ?? null
