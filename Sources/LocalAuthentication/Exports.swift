// On Apple's platforms `import LocalAuthentication` also imports Foundation. Security adds the Core Foundation names,
// and the key under which a query contains a context.
@_exported public import Foundation
@_exported public import Security
