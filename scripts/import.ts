import { setFlagsFromString } from 'node:v8'
import { runAsProcess } from './command-line.ts'
import { runImportCommand } from './import/import-command.ts'

// A million rows create much short-lived data, for which Node would enlarge its young generation: to 310 MB, where 180 MB
// are enough.
setFlagsFromString('--semi-space-growth-factor=1')

runAsProcess(runImportCommand)
