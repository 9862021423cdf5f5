import Security

// Short names for statuses, so that tables of statuses are easy to read.

let ok: OSStatus = errSecSuccess
let unimplemented: OSStatus = errSecUnimplemented
let param: OSStatus = errSecParam
let duplicate: OSStatus = errSecDuplicateItem
let notFound: OSStatus = errSecItemNotFound
let tooLarge: OSStatus = errSecDataTooLarge
let noAttribute: OSStatus = errSecNoSuchAttr
let noClass: OSStatus = errSecNoSuchClass
let decode: OSStatus = errSecDecode
let entitlement: OSStatus = errSecMissingEntitlement
let unavailable: OSStatus = errSecNotAvailable
let locked: OSStatus = errSecInteractionNotAllowed
