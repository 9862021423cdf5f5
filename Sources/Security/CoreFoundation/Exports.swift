// On Apple's platforms `import Security` also imports Foundation, and programs rely on this import.
@_exported public import Foundation
