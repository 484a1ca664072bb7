; Inno Setup; packaging/standalone/build.py says Version, Folder, Out and Name.
[Setup]
AppId=rvs-robots
AppName=RVS
AppVersion={#Version}
AppPublisher=The RVS authors
DefaultDirName={autopf}\RVS
DefaultGroupName=RVS
DisableProgramGroupPage=yes
; a class without an administrator installs it for one user
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
ChangesAssociations=yes
UninstallDisplayIcon={app}\rvs-window.exe
OutputDir={#Out}
OutputBaseFilename={#Name}-setup
Compression=lzma2
SolidCompression=yes

[Files]
Source: "{#Folder}\*"; DestDir: "{app}"; Flags: recursesubdirs ignoreversion

[Icons]
Name: "{group}\RVS"; Filename: "{app}\rvs-window.exe"

[Registry]
Root: HKA; Subkey: "Software\Classes\.rvs\OpenWithProgids"; ValueType: string; ValueName: "RVS.File"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\.arch\OpenWithProgids"; ValueType: string; ValueName: "RVS.File"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\RVS.File"; ValueType: string; ValueData: "RVS file"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\RVS.File\DefaultIcon"; ValueType: string; ValueData: "{app}\rvs-window.exe,0"
Root: HKA; Subkey: "Software\Classes\RVS.File\shell\open\command"; ValueType: string; ValueData: """{app}\rvs-window.exe"" ""%1"""

[Run]
Filename: "{app}\rvs-window.exe"; Description: "Start RVS"; Flags: postinstall nowait skipifsilent
