export const operatorCommands: string[]
