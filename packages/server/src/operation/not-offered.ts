import { A2AError } from "@a2a/core";

/**
 * The four push configuration operations of an agent whose card does not offer push notifications.
 *
 * @throws A2AError `PushNotSupportedError` always
 * @see A2A 1.0, section 3.3.4
 */
export async function pushNotOffered(): Promise<never> {
  throw new A2AError("PushNotSupportedError", "the agent's card does not offer push notifications");
}

/**
 * GetExtendedAgentCard of an agent whose card does not offer an extended card.
 *
 * @throws A2AError `ExtendedCardNotSupportedError` always
 * @see A2A 1.0, section 3.1.11
 */
export async function extendedCardNotOffered(): Promise<never> {
  throw new A2AError("ExtendedCardNotSupportedError", "the agent's card does not offer an extended card");
}
