import { main } from "./watch-main.js"

main()
