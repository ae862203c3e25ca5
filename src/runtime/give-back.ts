// Memory outside of V8's heap that is given back at once. Left to the garbage collector it counts as if it were in use, so the whole heap is
// collected sooner.

/** Whether the memory of these bytes holds nothing else, so that it may be given away. */
export const isAlone = ({ buffer, byteLength }: Uint8Array): boolean =>
  buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;

/** Nobody may use these bytes afterwards. Does nothing if they are part of something larger. */
export const giveBack = (bytes: Uint8Array): void => {
  // Safe: what is alone is in no shared memory.
  if (isAlone(bytes)) (bytes.buffer as ArrayBuffer).transfer(0);
};
