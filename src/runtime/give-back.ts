// Memory outside of V8's heap that is given back at once. Left to the garbage collector it counts as if it were in use, so the whole heap is
// collected sooner.

/** Whether the memory of these bytes holds nothing else, so that it may be given away. */
export const isAlone = (bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> =>
  bytes.buffer instanceof ArrayBuffer && bytes.buffer.byteLength === bytes.byteLength;

/** Nobody may use these bytes afterwards. Does nothing if they are part of something larger. */
export const giveBack = (bytes: Uint8Array): void => {
  if (isAlone(bytes)) bytes.buffer.transfer(0);
};
