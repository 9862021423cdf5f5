// On Apple's platforms `import Security` also imports Foundation, and programs rely on it.
@_exported public import Foundation
