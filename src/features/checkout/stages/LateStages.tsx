import type { Stage } from '../stages.ts'
import { ConfirmStage, type ConfirmStageProps } from './ConfirmStage.tsx'
import { DeliveryStage } from './DeliveryStage.tsx'
import { PurchaseStage } from './PurchaseStage.tsx'

export { LoadedHeading } from './LoadedHeading.tsx'

/** The stages that few customers open first. */
export function LateStages({ stage, ...props }: ConfirmStageProps & { stage: Stage }) {
  if (stage === 3) return <DeliveryStage checkout={props.checkout} />
  return stage === 5 ? <PurchaseStage checkout={props.checkout} /> : <ConfirmStage {...props} />
}
