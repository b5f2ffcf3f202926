/** Uses all CPU it gets as long as its parent process lives. */
const parent = process.ppid
while (process.ppid === parent);
