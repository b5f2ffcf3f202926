/** Uses all available CPU as long as its parent process lives. */
const parent = process.ppid
console.log('spinning')
while (process.ppid === parent);
