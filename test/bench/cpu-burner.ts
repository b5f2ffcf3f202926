/** Takes all CPU that it gets, as long as the process that started it lives. */
const parent = process.ppid
console.log('spinning')
while (process.ppid === parent);
